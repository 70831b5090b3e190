/* conv2d_kernel.h: out[f] = sum over channels of in[c] convolved with filter[f][c], 3x3, zeros beyond the border. A CTA
 * of 256 threads makes 32x64 pixels of 8 filters, a thread 2x4 pixels of each. Tiles of the channels and their
 * filters come through a ring, two channels ahead. `Moves` brings a tile and stores pixels: what is generated, or in
 * bench/device/conv2d.cu the same by hand. */
#ifndef CONV2D_KERNEL_H
#define CONV2D_KERNEL_H

enum { CONV_ROWS = 32, CONV_COLS = 64, CONV_FILTERS = 8, CONV_THREADS = 256, CONV_AHEAD = 2 };

typedef struct {
    const float *in;      /* [channel][row][column], ld from row to row */
    const float *filters; /* [filter / 8][channel][tap][filter % 8] */
    float *out;           /* as in */
    unsigned channels, filter_count, height, width, ld; /* ld: a multiple of 4; filter_count of 8 */
} Conv;

struct Generated {
    TC_FN void load(float *tile, const Conv *a, unsigned channel, int y, int x) {
        const float *const from = a->in + (size_t)channel * a->height * a->ld;
        if (a->width % 4 == 0)
            tc_conv_load(tile, from, a->ld, y, x, a->height, a->width);
        else
            tc_conv_load_any(tile, from, a->ld, y, x, a->height, a->width);
    }
    TC_FN void store(const Conv *a, unsigned filter, const float pixels[8], int y, int x) {
        float *const to = a->out + (size_t)filter * a->height * a->ld;
        if (a->width % 4 == 0)
            tc_conv_store(to, pixels, a->ld, y, x, a->height, a->width);
        else
            tc_conv_store_any(to, pixels, a->ld, y, x, a->height, a->width);
    }
};

/* A thread's pixels of one channel: window[row][column], of which columns 3 to 8 count. */
TC_FN void conv_add(
    float pixels[CONV_FILTERS][8], const float window[4 * 12], const float *filters) {
    TC_UNROLL
    for (unsigned tap = 0; tap < 9; tap++) {
        float weights[CONV_FILTERS];
        tc_conv_weights(weights, filters, tap);
        TC_UNROLL
        for (unsigned i = 0; i < 8; i++) {
            const float in = window[(i / 4 + tap / 3) * 12 + 3 + i % 4 + tap % 3];
            TC_UNROLL
            for (unsigned f = 0; f < CONV_FILTERS; f++)
                pixels[f][i] += in * weights[f];
        }
    }
}

template <typename Moves>
TC_FN void conv_fetch(
    tc_channels_smem *smem,
    tc_channels_state *fill,
    const Conv *a,
    unsigned eight,
    unsigned channel,
    int y,
    int x) {
    tc_channels_Tile_acquire(smem, *fill);
    if (channel < a->channels) {
        Moves::load(smem->Tile.slot[fill->slot], a, channel, y, x);
        tc_conv_load_weights(
            smem->Weights.slot[fill->slot],
            a->filters + ((size_t)eight * a->channels + channel) * 9 * CONV_FILTERS);
    }
    tc_channels_Tile_commit(smem, *fill);
    tc_channels_Tile_advance(fill);
}

template <typename Moves> __global__ void __launch_bounds__(CONV_THREADS, 2) conv2d(const Conv a) {
    __shared__ tc_channels_smem smem;
    const unsigned across = (a.width + CONV_COLS - 1) / CONV_COLS, cta = tc_cta_index();
    const unsigned tiles = across * ((a.height + CONV_ROWS - 1) / CONV_ROWS), eight = cta / tiles;
    const int y = (int)(cta % tiles / across * CONV_ROWS),
              x = (int)(cta % tiles % across * CONV_COLS);
    const unsigned row = tc_thread_index() / 16 * 2, column = tc_thread_index() % 16 * 4;
    tc_channels_state fill = tc_channels_Tile_producer_start(),
                      read = tc_channels_Tile_consumer_start();
    float pixels[CONV_FILTERS][8], window[4 * 12];
    TC_UNROLL
    for (unsigned i = 0; i < CONV_FILTERS * 8; i++)
        pixels[i / 8][i % 8] = 0;
    tc_channels_init(&smem);
    for (unsigned channel = 0; channel < CONV_AHEAD; channel++)
        conv_fetch<Moves>(&smem, &fill, &a, eight, channel, y, x);
    for (unsigned channel = 0; channel < a.channels; channel++) {
        tc_channels_Tile_wait(&smem, read);
        conv_fetch<Moves>(&smem, &fill, &a, eight, channel + CONV_AHEAD, y, x);
        tc_conv_window(window, smem.Tile.slot[read.slot], row, column);
        conv_add(pixels, window, smem.Weights.slot[read.slot]);
        tc_channels_Tile_release(&smem, read);
        tc_channels_Tile_advance(&read);
    }
    tc_channels_Tile_tail(&smem, fill);
    TC_UNROLL
    for (unsigned f = 0; f < CONV_FILTERS; f++)
        Moves::store(&a, eight * CONV_FILTERS + f, pixels[f], y, x);
}

#endif
