export interface ServiceState {
  start: number;
  enabled: boolean;
  running: boolean;
}

const shipped: Readonly<Record<string, number>> = {
  system: 10,
  network: 20,
  firewall: 19,
  dnsmasq: 19,
  odhcpd: 35,
  dropbear: 19,
  uhttpd: 50,
  rpcd: 12,
  cron: 50,
  sysntpd: 98,
  log: 12,
  openvpn: 90,
  sqm: 50,
  ddns: 95,
};

/** Services as procd keeps them. */
export class Services {
  readonly #services = new Map<string, ServiceState>(
    Object.entries(shipped).map(([name, start]) => [name, { start, enabled: true, running: true }]),
  );

  list(name?: string): Record<string, ServiceState> {
    const all = [...this.#services].filter(([each]) => name === undefined || each === name);
    return Object.fromEntries(all.map(([each, state]) => [each, { ...state }]));
  }

  has(name: string): boolean {
    return this.#services.has(name);
  }

  /** False for an action that init scripts do not have. */
  act(name: string, action: string): boolean {
    const service = this.#services.get(name);
    if (service === undefined) return false;
    if (action === 'enable' || action === 'disable') service.enabled = action === 'enable';
    else if (action === 'start' || action === 'restart' || action === 'reload') service.running = true;
    else if (action === 'stop') service.running = false;
    else return false;
    return true;
  }

  state(): unknown {
    return this.list();
  }
}
