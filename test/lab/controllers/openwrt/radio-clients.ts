export interface Station {
  readonly mac: string;
  readonly signal: number;
}

export interface WirelessPort {
  /** Section of `wireless` that describes the network. */
  readonly section: string;
  readonly radio: string;
  frequency: number;
  readonly stations: Map<string, Station>;
  readonly bans: Map<string, number>;
}

/** Networks in the air with the stations on them, as hostapd sees them. */
export class RadioClients {
  readonly #ports = new Map<string, WirelessPort>();

  add(ifname: string, section: string, radio: string, frequency: number): WirelessPort {
    const port = { section, radio, frequency, stations: new Map(), bans: new Map() };
    this.#ports.set(ifname, port);
    return port;
  }

  port(ifname: string): WirelessPort | undefined {
    return this.#ports.get(ifname);
  }

  ports(): readonly (readonly [string, WirelessPort])[] {
    return [...this.#ports];
  }

  /** Sends a station away; true when it was there. A ban keeps it away. */
  kick(port: WirelessPort, mac: string, banMs: number): boolean {
    const known = [...port.stations.keys()].find((each) => each.toLowerCase() === mac.toLowerCase());
    if (banMs > 0) port.bans.set(mac.toLowerCase(), banMs);
    if (known === undefined) return false;
    port.stations.delete(known);
    return true;
  }

  clear(): void {
    for (const [, port] of this.#ports) port.stations.clear();
  }

  state(): unknown {
    return this.ports().map(([name, { frequency, stations, bans }]) => [
      name,
      frequency,
      [...stations.keys()],
      [...bans],
    ]);
  }
}
