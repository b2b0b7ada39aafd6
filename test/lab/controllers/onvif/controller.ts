import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
import { Camera, type Scene } from './camera.ts';
import { CameraProduct } from './camera-product.ts';
import type { CameraNotice } from './pull-points.ts';
import { SignIn } from './sign-in.ts';

export interface OnvifOptions extends LabControllerOptions {
  readonly username?: string;
  readonly password?: string;
  readonly serial?: string;
  readonly name?: string;
  /** Where the camera believes itself to be. */
  readonly own_address?: string;
}

/** A simulated ONVIF camera on 127.0.0.1, with its control server beside it. */
export class OnvifController implements LabController {
  readonly vendor = 'onvif';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly #camera: Camera;
  readonly #machine: LabMachine;

  constructor(options: OnvifOptions = {}) {
    const serial = options.serial ?? 'LABCAM0001';
    const name = options.name ?? 'lab-camera';
    const credentials = {
      username: options.username ?? 'viewer',
      password: options.password ?? randomBytes(12).toString('base64url'),
    };
    this.#camera = new Camera(this.clock, { serial, name });
    const signIn = new SignIn(credentials, () => this.#camera.utc());
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product: new CameraProduct(this.#camera, signIn, options.own_address ?? 'http://192.168.1.64'),
      options,
      credentials,
      common_name: `${name}.lab.internal`,
      summary: () => ({ product: this.#camera.model, pictures: this.#camera.pictures }),
      state: () => this.state(),
    });
    this.faults = this.#machine.faults;
    this.ledger = this.#machine.ledger;
  }

  start(): Promise<LabEndpoint> {
    return this.#machine.start();
  }

  stateHash(): string {
    return this.#machine.stateHash();
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  /** What the camera's own analytics find; told to every subscription. */
  report(notice: CameraNotice): void {
    this.#camera.pullPoints.report(notice);
  }

  /** Subscriptions that are open. */
  get pullPoints(): number {
    return this.#camera.pullPoints.count;
  }

  /** Reports that were not fetched. */
  get waiting(): number {
    return this.#camera.pullPoints.waiting;
  }

  /** What the camera looks at from now on. */
  look(scene: Partial<Scene>): void {
    this.#camera.set(scene);
  }

  state(): Readonly<Record<string, unknown>> {
    return { scene: this.#camera.scene, pictures: this.#camera.pictures };
  }
}
