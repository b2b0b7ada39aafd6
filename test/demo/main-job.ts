import { twoPeople, undo } from './agreeing.ts';
import { inBrowser } from './browsing.ts';
import { apply, audit, connectionRan, gate, isolation, pluginReacted, review, stage } from './changing.ts';
import { backtest, resend, whyNot } from './explaining.ts';
import { comesBack, cutOff } from './locked-out.ts';
import { loopGuard } from './looping.ts';
import type { Narrator } from './narrator.ts';
import { registerFirewall, registerRouter } from './registering.ts';
import { DemoScene, type Lab } from './scene.ts';
import { connect, installPlugin, listen, organizations } from './setting-up.ts';

type Step = readonly [title: string, show: (scene: DemoScene) => Promise<void>];

const steps: readonly Step[] = [
  ['Two organizations that never see each other', organizations],
  ['A controller is registered and its devices come in', registerRouter],
  ['A client listens on the real-time stream', listen],
  ['A sandboxed plugin is installed', installPlugin],
  ['An event is wired to a chain of steps (a Fabric Connection)', connect],
  ['A change is staged: the router is not touched', stage],
  ['The change is reviewed against the live router', review],
  ['With the write gate closed nothing can be applied', gate],
  ['The change is applied, once, and read back', apply],
  ['The event ran the Connection', connectionRan],
  ['The plugin reacted under its own namespace', pluginReacted],
  ['A change cuts the router off: it was applied to be confirmed in time', cutOff],
  ['Meanwhile a firewall of another maker joins', registerFirewall],
  ['A change that needs a second person', twoPeople],
  ['An applied change is undone', undo],
  ['A draft is tried on the events of the past', backtest],
  ['Why did that change not run the Connection?', whyNot],
  ['A webhook that failed is sent again', resend],
  ['A loop is stopped by its guard', loopGuard],
  ['The router that was cut off comes back by itself', comesBack],
  ['The other organization sees nothing of it', isolation],
  ['All of it stands in the audit chain', audit],
];

const BROWSER_STEP: Step = ['The same in the browser: sign in, review, apply', inBrowser];

/** The main job end to end, as clients see it: HTTP and WebSocket only, and in the browser where that is wanted. */
export async function showMainJob(
  narrator: Narrator,
  url: string,
  lab: Lab,
  folder: string,
  { isInBrowser = false }: { readonly isInBrowser?: boolean } = {},
): Promise<DemoScene> {
  const scene = new DemoScene(narrator, url, lab, folder);
  try {
    for (const [title, show] of isInBrowser ? [...steps, BROWSER_STEP] : steps)
      await narrator.step(title, () => show(scene));
    return scene;
  } finally {
    scene.stream?.close();
  }
}
