/* Preloaded before libc: counts the calls that change files below a folder, and lets chosen ones fail as a full or broken disk does.
   FAILING_CALLS_FOLDER is the folder, an absolute path. FAILING_CALLS_CONTROL is a file of this struct: a process maps it, and a test
   reads and changes it, also while the process runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  _Atomic int first; /* the calls from this one, counted from 1, fail; 0: none */
  _Atomic int last;  /* through this one */
  _Atomic int counted;
  _Atomic int failed;
  char call[1008]; /* the first call that failed */
};

static struct control *control;
static const char *folder;
static size_t length;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAILING_CALLS_CONTROL");
  folder = getenv("FAILING_CALLS_FOLDER");
  if (!file || !folder) return;
  length = strlen(folder);
  int fd = open(file, O_RDWR | O_CLOEXEC);
  void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) {
    perror(file);
    abort();
  }
  close(fd);
  control = mapped;
}

static int fails(const char *call, const char *path, int error) {
  if (strncmp(path, folder, length) != 0 || path[length] != '/') return 0;
  int nth = atomic_fetch_add(&control->counted, 1) + 1;
  int first = control->first;
  if (first == 0 || nth < first || nth > control->last) return 0;
  if (atomic_fetch_add(&control->failed, 1) == 0)
    snprintf(control->call, sizeof control->call, "%s %s", call, path + length + 1);
  errno = error;
  return 1;
}

static int fails_at(const char *call, int fd, int error) {
  if (!control) return 0;
  char link[32], path[4096];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  errno = before;
  if (size < 0) return 0;
  path[size] = 0;
  return fails(call, path, error);
}

/* A file that shrinks takes no space: that succeeds on a full disk too. */
static int fails_growing(int fd, off64_t size) {
  struct stat64 now;
  return fstat64(fd, &now) == 0 && size > now.st_size && fails_at("truncate", fd, ENOSPC);
}

static int fails_to(const char *call, const char *path) { return control && fails(call, path, ENOSPC); }

#define PASS(name, arguments, failure, type, parameters)                                 \
  type name parameters {                                                                 \
    static type(*real) parameters;                                                       \
    if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);                       \
    if (failure) return -1;                                                              \
    return real arguments;                                                               \
  }

PASS(write, (fd, data, size), fails_at("write", fd, ENOSPC), ssize_t, (int fd, const void *data, size_t size))
PASS(pwrite, (fd, data, size, at), fails_at("write", fd, ENOSPC), ssize_t, (int fd, const void *data, size_t size, off_t at))
PASS(pwrite64, (fd, data, size, at), fails_at("write", fd, ENOSPC), ssize_t, (int fd, const void *data, size_t size, off64_t at))
PASS(writev, (fd, parts, count), fails_at("write", fd, ENOSPC), ssize_t, (int fd, const struct iovec *parts, int count))
PASS(pwritev, (fd, parts, count, at), fails_at("write", fd, ENOSPC), ssize_t, (int fd, const struct iovec *parts, int count, off_t at))
PASS(pwritev64, (fd, parts, count, at), fails_at("write", fd, ENOSPC), ssize_t, (int fd, const struct iovec *parts, int count, off64_t at))
PASS(sendfile, (to, from, at, size), fails_at("copy", to, ENOSPC), ssize_t, (int to, int from, off_t *at, size_t size))
PASS(sendfile64, (to, from, at, size), fails_at("copy", to, ENOSPC), ssize_t, (int to, int from, off64_t *at, size_t size))
PASS(copy_file_range, (from, at, to, start, size, flags), fails_at("copy", to, ENOSPC), ssize_t,
     (int from, off64_t *at, int to, off64_t *start, size_t size, unsigned flags))
PASS(ftruncate, (fd, size), fails_growing(fd, size), int, (int fd, off_t size))
PASS(ftruncate64, (fd, size), fails_growing(fd, size), int, (int fd, off64_t size))
PASS(fsync, (fd), fails_at("fsync", fd, EIO), int, (int fd))
PASS(fdatasync, (fd), fails_at("fsync", fd, EIO), int, (int fd))
PASS(rename, (from, to), fails_to("rename", to), int, (const char *from, const char *to))
PASS(renameat, (at, from, in, to), fails_to("rename", to), int, (int at, const char *from, int in, const char *to))
PASS(renameat2, (at, from, in, to, flags), fails_to("rename", to), int,
     (int at, const char *from, int in, const char *to, unsigned flags))
PASS(link, (from, to), fails_to("link", to), int, (const char *from, const char *to))
