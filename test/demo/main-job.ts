import type { LabEndpoint } from '@patchbay/module-lab/contract';
import { apply, audit, connectionRan, gate, isolation, pluginReacted, review, stage } from './changing.ts';
import type { Narrator } from './narrator.ts';
import { DemoScene } from './scene.ts';
import { connect, installPlugin, listen, organizations, register } from './setting-up.ts';

type Step = readonly [title: string, show: (scene: DemoScene) => Promise<void>];

const steps: readonly Step[] = [
  ['Two organizations that never see each other', organizations],
  ['A controller is registered and its devices come in', register],
  ['Somebody listens on the real-time stream', listen],
  ['A sandboxed plugin is installed', installPlugin],
  ['An event is wired to a chain of steps (a Fabric Connection)', connect],
  ['A change is staged: the router is not touched', stage],
  ['The change is reviewed against the live router', review],
  ['With the write gate closed nothing can be applied', gate],
  ['The change is applied, once, and read back', apply],
  ['The event ran the Connection', connectionRan],
  ['The plugin reacted under its own namespace', pluginReacted],
  ['The other organization sees nothing of it', isolation],
  ['All of it stands in the audit chain', audit],
];

/** The main job end to end, as clients see it: HTTP and WebSocket only. */
export async function showMainJob(
  narrator: Narrator,
  url: string,
  lab: LabEndpoint,
  folder: string,
): Promise<void> {
  const scene = new DemoScene(narrator, url, lab, folder);
  try {
    for (const [title, show] of steps) await narrator.step(title, () => show(scene));
  } finally {
    scene.stream?.close();
  }
}
