#include "../groups.h"
