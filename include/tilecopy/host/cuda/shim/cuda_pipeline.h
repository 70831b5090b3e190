#include "../pipeline.h"
