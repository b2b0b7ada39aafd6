/** The running release, and the one an image brought that starts with the next boot. */
export interface Firmware {
  readonly version: string;
  readonly next?: string;
}

export const firmwareOf = (version: string): Firmware => ({ version });

/** Where images are put before they are written. */
export const imagePath = '/tmp/firmware.bin';

/** Images of the lab begin with a line that names what they bring: `openwrt-image 24.10.3`. */
export function imageVersion(image: Buffer | undefined): string | null {
  if (image === undefined) return null;
  return (
    /^openwrt-image ([0-9][0-9A-Za-z.-]{0,31})\n/.exec(image.subarray(0, 64).toString('latin1'))?.[1] ?? null
  );
}
