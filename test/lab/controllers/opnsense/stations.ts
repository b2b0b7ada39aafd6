/** One station on the networks of the firewall. */
export interface Station {
  readonly mac: string;
  readonly ip: string;
  readonly hostname: string;
  readonly answers: boolean;
}

const names = ['laptop', 'desk', 'phone', 'printer', 'camera', 'scanner', 'tablet', 'display'];

/** Stations by number, the same on every start; every seventh does not answer. */
export function* stations(count: number): Iterable<Station> {
  for (let number = 0; number < count; number += 1) {
    const hex = number.toString(16).padStart(6, '0');
    yield {
      mac: `02:0d:b9:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}`,
      ip: `10.${88 + (number >> 16)}.${(number >> 8) & 0xff}.${number & 0xff}`,
      hostname: `${names[number % names.length]}-${String(number + 1).padStart(3, '0')}`,
      answers: number % 7 !== 6,
    };
  }
}
