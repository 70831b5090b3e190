// expect: 1:1 W_NO_CALLS nothing in this file calls a function that tcgen makes
int main(void) {
    return 0;
}
