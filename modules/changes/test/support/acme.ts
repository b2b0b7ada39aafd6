import {
  AdapterError,
  type DeviceConfirm,
  type Push,
  type StagedFeature,
  type VendorSession,
  type VendorValue,
} from '@patchbay/vendor-kit';
import Type from 'typebox';
import { feature } from './rows.ts';

/** A pretended device: VLANs by id, every call written down, faults on demand. */
export class AcmeDevice {
  readonly objects = new Map<string, VendorValue>();
  readonly pushes: Push[] = [];
  reads = 0;
  /** Thrown by the next calls of this kind. */
  failRead: Error | null = null;
  failPush: Error | null = null;
  /** Awaited inside a push, before it takes effect. */
  duringPush: (() => Promise<unknown>) | null = null;
  duringRead: (() => Promise<unknown>) | null = null;

  /** Values it restores, by the name it was armed under. */
  readonly armed = new Map<string, { readonly seconds: number; readonly objects: [string, VendorValue][] }>();
  failArm: Error | null = null;
  failKeep: Error | null = null;
  duringArm: (() => Promise<unknown>) | null = null;
  duringKeep: (() => Promise<unknown>) | null = null;

  /** Its own way to take writes back. */
  readonly confirm: DeviceConfirm = {
    arm: async (name, seconds) => {
      if (this.failArm) throw this.failArm;
      this.armed.set(name, { seconds, objects: [...this.objects] });
      await this.duringArm?.();
      return name;
    },
    keep: async (token) => {
      await this.duringKeep?.();
      if (this.failKeep) throw this.failKeep;
      this.armed.delete(token);
    },
    isArmed: async (token) => {
      if (this.failRead) throw this.failRead;
      return this.armed.has(token);
    },
  };

  /** Its time is over: everything stands as when it was armed. */
  takeBack(): void {
    for (const [name, { objects }] of this.armed) {
      this.objects.clear();
      for (const [id, value] of objects) this.objects.set(id, value);
      this.armed.delete(name);
    }
  }

  async read(id: string | null): Promise<VendorValue | null> {
    this.reads += 1;
    await this.duringRead?.();
    if (this.failRead) throw this.failRead;
    return this.objects.get(String(id)) ?? null;
  }

  async push({ signal, place, ...push }: Push): Promise<string> {
    this.pushes.push(push);
    await this.duringPush?.();
    if (this.failPush) throw this.failPush;
    const id = push.target_id ?? `*${this.objects.size + 1}`;
    if (push.operation === 'delete') this.objects.delete(id);
    else this.objects.set(id, { ...this.objects.get(id), ...push.payload });
    return id;
  }
}

export const unreachable = (): AdapterError =>
  new AdapterError('adapter_connection_error', 'not_sent', 'connection refused');

const Vlan = Type.Object({
  name: Type.Optional(Type.String()),
  mtu: Type.Optional(Type.Integer()),
  password: Type.Optional(Type.String()),
});

const Radius = Type.Object({
  name: Type.Optional(Type.String()),
  servers: Type.Optional(
    Type.Array(
      Type.Object({ ip: Type.String(), port: Type.Integer(), secret: Type.String({ minLength: 12 }) }),
    ),
  ),
});

const Portal = Type.Object({
  title: Type.Optional(Type.String()),
  sign_in: Type.Optional(
    Type.Object({ user: Type.Optional(Type.String()), password: Type.Optional(Type.String()) }),
  ),
  hosts: Type.Optional(Type.Array(Type.Object({ name: Type.String(), token: Type.Optional(Type.String()) }))),
});

/** The features of the pretended vendor. */
export function acmeFeatures(device: AcmeDevice): readonly StagedFeature[] {
  const vlan: StagedFeature = {
    ...feature(),
    payload: (operation) => (operation === 'delete' ? Type.Object({}) : Vlan),
    read: (_session: VendorSession, target_id) => device.read(target_id),
    apply: async (_session: VendorSession, push) => ({ target_id: await device.push(push) }),
    verify: async (_session: VendorSession, push, applied) => {
      const value = device.objects.get(String(applied.target_id)) ?? null;
      return { holds: (value === null) === (push.operation === 'delete'), value };
    },
  };
  const reset: StagedFeature = {
    key: 'acme.reset',
    title: 'Factory reset',
    vendor: 'acme',
    area: 'system',
    operations: ['update'],
    permission: 'controller:write',
    risk: 'catastrophic',
    singleton: true,
    payload: () => Type.Object({}),
    apply: async (_session: VendorSession, push) => ({ target_id: await device.push(push) }),
  };
  /** Its lists are replaced as a whole, and it shows its secrets. */
  const radius: StagedFeature = {
    ...vlan,
    key: 'acme.radius',
    title: 'RADIUS profile',
    payload: (operation) => (operation === 'delete' ? Type.Object({}) : Radius),
    readSecrets: (_session: VendorSession, target_id) => device.read(target_id),
  };
  /** Splits groups of settings, and never shows a secret. */
  const portal: StagedFeature = {
    ...vlan,
    key: 'acme.portal',
    title: 'Portal',
    operations: ['update'],
    payload: () => Portal,
    keepsInside: true,
  };
  return [vlan, reset, radius, portal];
}
