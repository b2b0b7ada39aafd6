import { LabController } from '../lab-controller.ts';
import { type LoginOptions, loginOf } from '../lab-options.ts';
import { Camera, type Scene } from './camera.ts';
import { CameraProduct } from './camera-product.ts';
import type { CameraNotice } from './pull-points.ts';
import { SignIn } from './sign-in.ts';

export interface OnvifOptions extends LoginOptions {
  readonly serial?: string;
  readonly name?: string;
  /** Where the camera believes itself to be. */
  readonly own_address?: string;
}

/** A simulated ONVIF camera on 127.0.0.1, with its control server beside it. */
export class OnvifController extends LabController {
  readonly vendor = 'onvif';
  readonly #camera: Camera;

  constructor(options: OnvifOptions = {}) {
    super(options);
    const serial = options.serial ?? 'LABCAM0001';
    const name = options.name ?? 'lab-camera';
    const credentials = loginOf(options, 'viewer');
    this.#camera = new Camera(this.clock, { serial, name });
    const signIn = new SignIn(credentials, () => this.#camera.utc());
    this.serve({
      product: new CameraProduct(this.#camera, signIn, options.own_address ?? 'http://192.168.1.64'),
      credentials,
      common_name: `${name}.lab.internal`,
      summary: () => ({ product: this.#camera.model, pictures: this.#camera.pictures }),
    });
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
