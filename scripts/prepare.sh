# Sourced by ./fairway and scripts/run with $root set: finds a Node that is new enough, and installs packages.
# Sets $node. Nothing is printed unless something has to be fetched.

node_major=24
node_version=24.21.0
cache="${FAIRWAY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fairway}"

say() { printf '%s\n' "fairway: $*" >&2; }
fail() { printf '%s\n' "error: $*" >&2; exit 1; }

# Uses the machine's node where it is new enough, else one from the npm registry, kept in the cache.
find_node() {
  found=
  node=$(command -v node || true)
  if [ -n "$node" ]; then
    found=$("$node" --version)
    found=${found#v}
    [ "${found%%.*}" -ge "$node_major" ] && return
  fi
  os=$(uname -s | tr '[:upper:]' '[:lower:]')
  case "$(uname -m)" in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "no Node $node_major for $(uname -m) on npm (node): install Node $node_major or newer yourself" ;;
  esac
  home="$cache/node-$node_version"
  node="$home/node_modules/node-$os-$arch/bin/node"
  [ -x "$node" ] && return
  have="no Node"
  [ -n "$found" ] && have="Node $found"
  command -v npm >/dev/null || fail "neither Node $node_major nor npm is here (node): install Node $node_major or newer"
  say "this machine has $have; fetching Node $node_version into $home"
  mkdir -p "$home"
  npm install --prefix "$home" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
    "node-$os-$arch@$node_version" >&2 || fail "Node $node_version could not be fetched (npm): see above"
}

# Installs packages if the lock file is newer than what is installed. $1: "all", or "production" for running only.
install_packages() {
  installed="$root/node_modules/.package-lock.json"
  if [ "$installed" -nt "$root/package-lock.json" ]; then
    [ "$1" = production ] && return
    [ -d "$root/node_modules/typescript" ] && return
  fi
  omit=
  # A checkout that has the tools keeps them.
  [ "$1" = production ] && [ ! -d "$root/node_modules/typescript" ] && omit=--omit=dev
  say "installing packages"
  (cd "$root" && PATH="$(dirname "$node"):$PATH" npm ci $omit --ignore-scripts --no-audit --no-fund --loglevel=error >&2) ||
    fail "packages could not be installed (npm ci): see above"
  touch "$installed"
}
