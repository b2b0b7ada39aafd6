import { systemClock } from '@patchbay/kernel/telemetry';
import { OnvifController, type OnvifOptions } from '@patchbay/lab';
import { nodeSend } from '@patchbay/test/harness';
import { AdapterError, type ControllerTarget, type TransportRequest } from '@patchbay/vendor-kit';
import jpeg from 'jpeg-js';
import t, { type Test } from 'tap';
import { connect } from '../vendor.ts';

async function labCamera(t: Test, options: OnvifOptions = {}) {
  const lab = new OnvifController({ plain_http: true, ...options });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  const calls: TransportRequest[] = [];
  const session = (fields: Partial<ControllerTarget> = {}) =>
    connect(
      (request) => {
        calls.push(request);
        return nodeSend(request);
      },
      systemClock,
      {
        id: 'c',
        url,
        credential: { kind: 'password', username: credentials.username, secret: credentials.password },
        tls: { verify: true },
        ...fields,
      },
    );
  return { lab, url, calls, session };
}

t.test('a camera tells what it is', async (t) => {
  const { session } = await labCamera(t, { name: 'door <1>', serial: 'S&1' });
  t.match(await session().probe(), { model: 'LabCam 2', version: '5.70.1', serial: 'S&1', name: 'door <1>' });
  const { devices } = await session().snapshot();
  t.match(devices, [{ kind: 'camera', external_id: 'S&1', name: 'door <1>', status: 'online' }]);
});

t.test('a picture is what the camera sees now', async (t) => {
  const { lab, session, calls, url } = await labCamera(t);
  lab.look({ brightness: 200 });
  const camera = session();
  const first = await camera.picture();
  lab.look({ brightness: 20, person: true });
  const second = await camera.picture();
  t.equal(first.media_type, 'image/jpeg');
  const [light, dark] = [first, second].map(({ bytes }) => jpeg.decode(bytes));
  t.same([light?.width, light?.height], [320, 180]);
  const corner = (20 * 320 + 10) * 4;
  t.ok((light?.data[corner] ?? 0) > (dark?.data[corner] ?? 255) + 100, 'it became dark');
  t.not(first.bytes.equals((await camera.picture()).bytes), 'no two are alike');
  t.ok(
    calls.every((call) => call.url.startsWith(url)),
    'the address a camera tells of itself is not followed',
  );
});

t.test('a camera whose clock is wrong is spoken to in its own time', async (t) => {
  const { lab, session } = await labCamera(t);
  lab.clock.advance(3 * 3_600_000);
  t.match(await session().probe(), { model: 'LabCam 2' });
});

t.test('what goes wrong has a name', async (t) => {
  const { lab, session } = await labCamera(t);
  const wrong = session({ credential: { kind: 'password', username: 'viewer', secret: 'x' } });
  const failure = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof AdapterError ? [error.type, error.outcome] : error;
  };
  const isRefused = ['adapter_authentication_error', 'refused'];
  t.same(await failure(wrong.probe()), isRefused);
  t.same(await failure(wrong.picture()), isRefused);
  t.same(await failure(session({ credential: null }).picture()), isRefused);
  lab.faults.set({ kind: 'half_answer', path: '/onvif/snapshot', count: 2 });
  t.match(await failure(session().picture()), ['adapter_connection_error']);
  await lab.power(false);
  t.same(await failure(session().probe()), ['adapter_connection_error', 'not_sent']);
});

t.test('an answer that is none, or that would unfold, is refused', async (t) => {
  const answers = [
    '<html>no</html>',
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>',
    '',
    '<s:Envelope><s:Body><',
    '<Envelope><Body><GetSystemDateAndTimeResponse/></Body></Envelope>',
  ];
  for (const body of answers) {
    const camera = connect(async () => ({ status: 200, headers: {}, body }), systemClock, {
      id: 'c',
      url: 'http://camera',
      credential: { kind: 'password', username: 'a', secret: 'b' },
      tls: { verify: true },
    });
    await t.rejects(camera.probe(), { message: 'the answer of the camera could not be read' }, body);
  }
});

t.test('what a camera reports is fetched once, and a subscription that is over is made anew', async (t) => {
  const { lab, session } = await labCamera(t, { serial: 'S1' });
  const motion = (value: string, operation: 'Initialized' | 'Changed' = 'Changed') =>
    lab.report({ topic: 'RuleEngine/CellMotionDetector/Motion', name: 'IsMotion', value, operation });
  const camera = session();
  const { subscription, seen } = await camera.sightings(null);
  t.same(seen, []);
  t.equal(lab.pullPoints, 1);
  motion('true', 'Initialized');
  motion('true');
  motion('false');
  lab.report({ topic: 'RuleEngine/MyRuleDetector/PeopleDetect', name: 'State', value: 'true' });
  lab.report({ topic: 'RuleEngine/TPSmartEventDetector/TPSmartEvent', name: 'IsPeople', value: 'true' });
  lab.report({ topic: 'RuleEngine/ObjectDetector/Object', name: 'ClassTypes', value: 'Human' });
  lab.report({ topic: 'Device/HardwareFailure/FanFailure', name: 'Failed', value: 'true' });
  const told = await session().sightings(subscription);
  t.equal(told.subscription, subscription, 'another session goes on with it');
  t.match(told.seen, [
    { kind: 'motion', external_id: 'S1', seen_at: /^\d{4}-/ },
    { kind: 'person' },
    { kind: 'person' },
    { kind: 'person' },
  ]);
  t.equal(told.seen.length, 4);
  t.same((await camera.sightings(subscription)).seen, []);
  lab.clock.advance(3_600_000);
  const anew = await session().sightings(subscription);
  t.not(anew.subscription, subscription);
  t.equal(lab.pullPoints, 1);
});

t.test('a wrong password is told, not tried with a new subscription', async (t) => {
  const { lab, session } = await labCamera(t);
  const { subscription } = await session().sightings(null);
  const stranger = session({ credential: { kind: 'password', username: 'viewer', secret: 'wrong' } });
  for (const held of [null, subscription])
    t.match(await stranger.sightings(held).catch((error: unknown) => error), {
      type: 'adapter_authentication_error',
    });
  t.equal(lab.pullPoints, 1);
});
