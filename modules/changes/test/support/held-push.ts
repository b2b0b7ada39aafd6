import type { World } from './pipeline.ts';

/** Holds the next push at the device: `arrived` when it is there, until `release`. */
export function heldPush(world: World) {
  let release = (): void => {};
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  world.device.duringPush = () => {
    arrive();
    return released;
  };
  return { arrived, release };
}
