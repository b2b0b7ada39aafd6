import { type Call, type Handlers, textOf } from '../call.ts';
import type { Guest, GuestType } from '../cluster/cluster.ts';
import { refused } from '../refusal.ts';

const guestOf = (call: Call, type: GuestType): Guest =>
  call.cluster.freeGuest(type, textOf(call, 'vmid'), textOf(call, 'node'));

const order = ({ user }: Call, guest: Guest, type: string, run: () => void) => ({
  node: guest.node,
  type,
  id: String(guest.vmid),
  user: user.name,
  run,
});

export function started(guest: Guest): void {
  guest.status = 'running';
  guest.isPaused = false;
  guest.live = { ...guest.config };
}

export function stopped(guest: Guest): void {
  guest.status = 'stopped';
  guest.isPaused = false;
  guest.live = null;
}

const word = ({ type, vmid }: Guest): string => `${type === 'qemu' ? 'VM' : 'CT'} ${vmid}`;

function assertRunning(guest: Guest): void {
  if (guest.status !== 'running') throw refused(`${word(guest)} not running`);
}

function start(call: Call, type: GuestType, task: string): string {
  const guest = guestOf(call, type);
  if (guest.template) throw refused(`you can't start a vm if it's a template`);
  if (type === 'lxc' && guest.status === 'running') throw refused(`${word(guest)} already running`);
  return call.cluster.tasks.start(
    order(call, guest, task, () => {
      if (guest.status === 'running') throw new Error(`${word(guest)} already running`);
      started(guest);
    }),
  );
}

function off(call: Call, type: GuestType, task: string, needsRunning: boolean): string {
  const guest = guestOf(call, type);
  if (needsRunning) assertRunning(guest);
  return call.cluster.tasks.start(order(call, guest, task, () => stopped(guest)));
}

function again(call: Call, type: GuestType, task: string): string {
  const guest = guestOf(call, type);
  assertRunning(guest);
  return call.cluster.tasks.start(order(call, guest, task, () => started(guest)));
}

const at = (type: GuestType, verb: string): string => `POST /nodes/{node}/${type}/{vmid}/status/${verb}`;

export const guestPower: Handlers = {
  [at('qemu', 'start')]: (call) => start(call, 'qemu', 'qmstart'),
  [at('lxc', 'start')]: (call) => start(call, 'lxc', 'vzstart'),
  [at('qemu', 'stop')]: (call) => off(call, 'qemu', 'qmstop', false),
  [at('lxc', 'stop')]: (call) => off(call, 'lxc', 'vzstop', true),
  [at('qemu', 'shutdown')]: (call) => off(call, 'qemu', 'qmshutdown', true),
  [at('lxc', 'shutdown')]: (call) => off(call, 'lxc', 'vzshutdown', true),
  [at('qemu', 'reboot')]: (call) => again(call, 'qemu', 'qmreboot'),
  [at('lxc', 'reboot')]: (call) => again(call, 'lxc', 'vzreboot'),
  [at('qemu', 'reset')](call) {
    const guest = guestOf(call, 'qemu');
    assertRunning(guest);
    // A reset keeps what the guest was started with.
    return call.cluster.tasks.start(order(call, guest, 'qmreset', () => undefined));
  },
  [at('qemu', 'suspend')](call) {
    const guest = guestOf(call, 'qemu');
    assertRunning(guest);
    const isToDisk = call.given['todisk'] === '1';
    return call.cluster.tasks.start(
      order(call, guest, 'qmsuspend', () => {
        if (isToDisk) stopped(guest);
        else guest.isPaused = true;
      }),
    );
  },
  [at('qemu', 'resume')](call) {
    const guest = guestOf(call, 'qemu');
    assertRunning(guest);
    return call.cluster.tasks.start(
      order(call, guest, 'qmresume', () => {
        guest.isPaused = false;
      }),
    );
  },
};
