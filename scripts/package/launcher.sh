#!/bin/sh
# Starts Counterfoil as its package put it here.
set -eu

# No dump of a process that may hold codes, from before its first line.
ulimit -c 0

# Whose environment this is may be anybody's: nothing of it loads code into the program, writes down what it sends, or
# has it trust more. Certificates that it names stay, for the window to say so; the program takes none. What gives the
# sandbox up stays too, and is refused.
left_out=
for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p'); do
  case $name in
  NODE_EXTRA_CA_CERTS | ELECTRON_DISABLE_SANDBOX | ELECTRON_OZONE_PLATFORM_HINT) ;;
  NODE_* | ELECTRON_* | SSLKEYLOGFILE | UV_* | LD_* | GCONV_PATH | \
    GTK_MODULES | GTK3_MODULES | GTK_PATH | GTK_EXE_PREFIX | GTK_DEBUG | GTK_IM_MODULE_FILE | GDK_DEBUG | \
    GDK_PIXBUF_MODULE_FILE | GDK_PIXBUF_MODULEDIR | GIO_EXTRA_MODULES | GIO_MODULE_DIR | G_MESSAGES_DEBUG | \
    CHROME_DEVEL_SANDBOX | CHROME_LOG_FILE | BREAKPAD_DUMP_LOCATION | \
    VK_* | __EGL_* | __GLX_* | EGL_DRIVERS_PATH | LIBGL_DRIVERS_* | GBM_BACKEND* | LIBVA_DRIVER* | VDPAU_DRIVER* | \
    MESA_LOADER_DRIVER_OVERRIDE | OCL_ICD_* | ALSA_CONFIG_* | ALSA_PLUGIN_DIR | PIPEWIRE_* | SPA_* | \
    MALLOC_TRACE | PULSE_CLIENTCONFIG)
    unset "$name"
    left_out="$left_out $name"
    ;;
  esac
done
if [ -n "$left_out" ]; then printf 'Counterfoil starts without%s.\n' "$left_out" >&2; fi

here=$(dirname -- "$(readlink -f -- "$0")")

# A folder with several versions has a launcher beside them, which chooses: an old icon starts the new version too.
beside=$here/../counterfoil
if [ -z "${COUNTERFOIL_CHOSEN:-}" ] && [ -f "$beside" ] && [ -O "$beside" ] &&
  grep -q -x -F -e "$(basename -- "$here")" "$here/../current" 2>/dev/null; then
  exec "$beside" "$@"
fi

refuse() {
  printf 'Counterfoil: %s\n%s\n' "$1" "$2" >&2
  # Whoever clicked an icon sees no terminal.
  if [ ! -t 2 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v zenity >/dev/null; then
    zenity --error --title=Counterfoil --text="$1

$2" || true
  fi
  exit 78
}

# The list is part of the package, whose signature covers it. Linux has no check of the archive in Electron itself.
if ! (cd -- "$here" && sha256sum --check --status --strict integrity.sha256); then
  refuse 'A file of the program is not as it was installed. Install Counterfoil again. Your records are not touched.' \
    'أحد ملفات البرنامج ليس كما ثُبِّت. أعد تثبيت Counterfoil. لم يُمسّ أي من سجلاتك.'
fi

# Chromium takes user namespaces where a person may have them, and else the helper, which must belong to root.
if [ ! -u "$here/chrome-sandbox" ] && ! unshare --user --map-root-user true 2>/dev/null; then
  refuse 'This computer has no sandbox for the screens: it allows no user namespaces, and chrome-sandbox is not set up. Install the .deb package.' \
    'لا يوجد على هذا الحاسوب عزل للشاشات: لا يسمح بمساحات أسماء المستخدمين، ولم يُهيّأ chrome-sandbox. ثبّت حزمة ‎.deb.'
fi

exec "$here/counterfoil" "$@"
