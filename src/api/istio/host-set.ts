/** Tells whether one of the hosts covers another one, in time that does not depend on how many they are. */
export function hostSet(hosts: readonly string[]): (host: string) => boolean {
  const names = new Set(hosts);
  const endings = new Set(hosts.filter((host) => host.startsWith("*")).map((host) => host.slice(1)));
  return (host) => {
    if (names.has(host)) return true;
    const name = host.startsWith("*") ? host.slice(1) : host;
    for (let at = 0; endings.size > 0 && at <= name.length; at++) if (endings.has(name.slice(at))) return true;
    return false;
  };
}
