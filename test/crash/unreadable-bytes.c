/*
 * A disk that no longer gives back some bytes of a file, for LD_PRELOAD: they are those from UNREADABLE_FROM up to
 * UNREADABLE_TO of the file that lay at UNREADABLE_FILE when the process began, whatever its name is later. It gives what
 * lies before them, and EIO from the first of them on; with UNREADABLE_WHOLE=1 it refuses each read that meets one of
 * them as a whole, as some systems do. A copy that the system makes by itself meets them too.
 *
 * Build: cc -shared -fPIC -O1 -o unreadable-bytes.so unreadable-bytes.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static dev_t device;
static ino_t inode;
static off_t from, to;

__attribute__((constructor)) static void begin(void) {
  struct stat status;
  const char *file = getenv("UNREADABLE_FILE");
  if (!file || stat(file, &status)) return;
  device = status.st_dev;
  inode = status.st_ino;
  from = atoll(getenv("UNREADABLE_FROM"));
  to = atoll(getenv("UNREADABLE_TO"));
}

static int is_it(int fd) {
  struct stat status;
  return inode && !fstat(fd, &status) && status.st_dev == device && status.st_ino == inode;
}

/* How many of the bytes can be read; 0 where the first cannot. */
static size_t readable(int fd, size_t count, off_t at) {
  if (!is_it(fd) || at >= to || at + (off_t)count <= from) return count;
  return at >= from || getenv("UNREADABLE_WHOLE") ? 0 : (size_t)(from - at);
}

static ssize_t failed(void) {
  errno = EIO;
  return -1;
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
  size_t some = readable(fd, count, at);
  if (count && !some) return failed();
  return ((ssize_t (*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64"))(fd, bytes, some, at);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t at) {
  return pread64(fd, bytes, count, at);
}

ssize_t read(int fd, void *bytes, size_t count) {
  size_t some = is_it(fd) ? readable(fd, count, lseek(fd, 0, SEEK_CUR)) : count;
  if (count && !some) return failed();
  return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(fd, bytes, some);
}

ssize_t copy_file_range(int in, off64_t *in_at, int out, off64_t *out_at, size_t count, unsigned flags) {
  if (is_it(in)) return failed();
  ssize_t (*real)(int, off64_t *, int, off64_t *, size_t, unsigned) = dlsym(RTLD_NEXT, "copy_file_range");
  return real(in, in_at, out, out_at, count, flags);
}

ssize_t sendfile64(int out, int in, off64_t *at, size_t count) {
  if (is_it(in)) return failed();
  return ((ssize_t (*)(int, int, off64_t *, size_t))dlsym(RTLD_NEXT, "sendfile64"))(out, in, at, count);
}

ssize_t sendfile(int out, int in, off_t *at, size_t count) {
  return sendfile64(out, in, at, count);
}
