#include "../../groups.h"
