import jpeg from 'jpeg-js';
import type { LabClock } from '../lab-clock.ts';
import { PullPoints } from './pull-points.ts';

export interface Scene {
  /** 0 to 255. */
  readonly brightness: number;
  /** Whether a person stands in the picture. */
  readonly person: boolean;
}

const WIDTH = 320;
const HEIGHT = 180;
const QUALITY = 60;

/** What the camera is and sees. Every picture is drawn anew, so no two are alike. */
export class Camera {
  readonly #clock: LabClock;
  readonly model = 'LabCam 2';
  readonly firmware = '5.70.1';
  readonly serial: string;
  readonly name: string;
  #scene: Scene = { brightness: 128, person: false };
  #pictures = 0;
  /** Those who fetch what the camera reports. */
  readonly pullPoints: PullPoints;

  constructor(clock: LabClock, { serial, name }: { readonly serial: string; readonly name: string }) {
    this.#clock = clock;
    this.serial = serial;
    this.name = name;
    this.pullPoints = new PullPoints(() => this.utc());
  }

  get scene(): Scene {
    return this.#scene;
  }

  get pictures(): number {
    return this.#pictures;
  }

  set(scene: Partial<Scene>): void {
    this.#scene = { ...this.#scene, ...scene };
  }

  utc(): Date {
    return new Date(this.#clock.now());
  }

  /** A wall in the light of the scene, the number of the picture as a bar of light, and who stands there. */
  picture(): Buffer {
    this.#pictures += 1;
    const { brightness, person } = this.#scene;
    const data = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
    const paint = (x: number, y: number, red: number, green: number, blue: number): void => {
      data.set([red, green, blue], (y * WIDTH + x) * 4);
    };
    const ticks = this.#pictures;
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < WIDTH; x += 1) {
        const light = Math.round((brightness * (HEIGHT - y / 2)) / HEIGHT);
        const isBar = y < 8 && x < WIDTH && ((ticks >> Math.floor(x / 20)) & 1) === 1;
        const isPerson = person && x > 140 && x < 180 && y > 60;
        if (isBar) paint(x, y, 255, 255, 255);
        else if (isPerson) paint(x, y, 160, 40, 40);
        else paint(x, y, light, light, Math.min(255, light + 20));
      }
    return jpeg.encode({ data, width: WIDTH, height: HEIGHT }, QUALITY).data;
  }
}
