/*
 * A disk that loses power, for LD_PRELOAD: what was not yet fdatasync'ed is not on it.
 *
 * Files under LOST_WRITES_DIR live as usual, so the process reads back what it wrote. Beside them LOST_WRITES_DISK holds what
 * the disk would hold after a power cut: a file gets there, whole, when it is synced. With LOST_WRITES_SOME=1 every second
 * write reaches the disk at once as well, as a disk may do that writes in an order of its own. With LOST_WRITES_FAIL_AT=N the
 * N-th sync of a file of the directory fails with EIO, once: the system then says of the next one that all is well. A file that
 * was renamed has its new name on the disk once the directory is synced; with LOST_WRITES_NAMES=1 a new file has its first one
 * there only then, too, and one that was removed is there until then.
 *
 * Build: cc -shared -fPIC -O1 -o lost-writes.so lost-writes.c -ldl -lpthread
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *real(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

/* The place on the disk of a path under the directory; 0 for any other path. */
static int on_disk(const char *path, char *place, size_t size) {
  const char *dir = getenv("LOST_WRITES_DIR"), *disk = getenv("LOST_WRITES_DISK");
  size_t length = dir ? strlen(dir) : 0;
  if (!length || !disk || strncmp(path, dir, length) || path[length] != '/') return 0;
  const char *rest = path + length + 1;
  /* Files of the directory itself: those of folders below are none of the journal's. */
  if (strchr(rest, '/')) return 0;
  return snprintf(place, size, "%s/%s", disk, rest) < (int)size;
}

static int place_of(int fd, char *place, size_t size) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return on_disk(path, place, size);
}

/* Names of the directory that were changed and are not on the disk yet, in their order; without `to` the file was removed. */
static struct { char from[4200], to[4200]; } names[64];
static int named;

static void change_name(const char *from, const char *to) {
  if (named == sizeof names / sizeof *names) abort();
  snprintf(names[named].from, sizeof names->from, "%s", from);
  snprintf(names[named++].to, sizeof names->to, "%s", to);
}

/* Whether what the disk has under this name, if anything, is not this file. */
static int is_unnamed(const char *place) {
  int is_there = !access(place, F_OK);
  for (int n = 0; n < named; n++) if (!strcmp(names[n].from, place) && !*names[n].to) is_there = 0;
  return getenv("LOST_WRITES_NAMES") && !is_there;
}

/* Where the content of a new file lies until it has a name. */
static void leave_unnamed(char *place, size_t size) {
  char name[4200];
  snprintf(name, sizeof name, "%s", place);
  snprintf(place + strlen(place), size - strlen(place), ".unnamed");
  for (int n = 0; n < named; n++) if (!strcmp(names[n].from, place)) return;
  change_name(place, name);
}

/* Copies the file as it is now: from here on this is what a power cut leaves of it. */
static void keep(int fd) {
  char place[4200], link[64], buffer[65536];
  struct stat status;
  if (!place_of(fd, place, 4096) || fstat(fd, &status) || !S_ISREG(status.st_mode)) return;
  ssize_t (*real_pwrite)(int, const void *, size_t, off_t) = real("pwrite");
  pthread_mutex_lock(&lock);
  if (is_unnamed(place)) leave_unnamed(place, sizeof place);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int from = open(link, O_RDONLY), to = open(place, O_WRONLY | O_CREAT, 0600);
  off_t at = 0;
  ssize_t got;
  while (from >= 0 && to >= 0 && (got = pread(from, buffer, sizeof buffer, at)) > 0) {
    if (real_pwrite(to, buffer, got, at) != got) abort();
    at += got;
  }
  if (to < 0 || from < 0 || ((int (*)(int, off_t))real("ftruncate"))(to, at)) abort();
  close(from);
  close(to);
  pthread_mutex_unlock(&lock);
}

/* Of the writes that were not synced, those that the disk did all the same. */
static void keep_some(int fd, const void *bytes, size_t count, off_t at) {
  static unsigned writes;
  char place[4096];
  if (!getenv("LOST_WRITES_SOME") || !place_of(fd, place, sizeof place) || __atomic_fetch_add(&writes, 1, __ATOMIC_RELAXED) % 2) return;
  int to = open(place, O_WRONLY | O_CREAT, 0600);
  if (to < 0 || ((ssize_t (*)(int, const void *, size_t, off_t))real("pwrite"))(to, bytes, count, at) != (ssize_t)count) abort();
  close(to);
}

static int fails(int fd) {
  static unsigned syncs;
  char place[4096];
  const char *at = getenv("LOST_WRITES_FAIL_AT");
  if (!at || !place_of(fd, place, sizeof place) || __atomic_add_fetch(&syncs, 1, __ATOMIC_RELAXED) != (unsigned)atoi(at)) return 0;
  errno = EIO;
  return 1;
}

static void keep_names(int fd) {
  char link[64], path[4096], *dir = getenv("LOST_WRITES_DIR");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || !dir) return;
  path[length] = 0;
  if (strcmp(path, dir)) return;
  for (int n = 0; n < named; n++) {
    if (*names[n].to) ((int (*)(const char *, const char *))real("rename"))(names[n].from, names[n].to);
    else ((int (*)(const char *))real("unlink"))(names[n].from);
  }
  named = 0;
}

int rename(const char *from, const char *to) {
  char old[4096], new[4096];
  int done = ((int (*)(const char *, const char *))real("rename"))(from, to);
  if (!done && on_disk(from, old, sizeof old) && on_disk(to, new, sizeof new)) change_name(old, new);
  return done;
}

int fsync(int fd) {
  if (fails(fd)) return -1;
  int done = ((int (*)(int))real("fsync"))(fd);
  if (!done) keep(fd);
  if (!done) keep_names(fd);
  return done;
}

int fdatasync(int fd) {
  if (fails(fd)) return -1;
  int done = ((int (*)(int))real("fdatasync"))(fd);
  if (!done) keep(fd);
  if (!done) keep_names(fd);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  ssize_t done = ((ssize_t (*)(int, const void *, size_t, off_t))real("pwrite"))(fd, bytes, count, at);
  if (done > 0) keep_some(fd, bytes, done, at);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return pwrite(fd, bytes, count, at);
}

/* Names are lost last, unless it was asked for: a file that is removed is gone at once, which is the worse case for what it held. */
static void removed(const char *place) {
  if (getenv("LOST_WRITES_NAMES")) change_name(place, "");
  else ((int (*)(const char *))real("unlink"))(place);
}

int unlink(const char *path) {
  char place[4096];
  int done = ((int (*)(const char *))real("unlink"))(path);
  if (!done && on_disk(path, place, sizeof place)) removed(place);
  return done;
}

/* By which Node.js removes files. */
int remove(const char *path) {
  char place[4096];
  int done = ((int (*)(const char *))real("remove"))(path);
  if (!done && on_disk(path, place, sizeof place)) removed(place);
  return done;
}
