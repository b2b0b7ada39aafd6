import t from 'tap';
import { RevocationEpochs } from '../services/revocation/revocation-epochs.ts';

t.test("a notice raises one user's number and nobody else's", async (t) => {
  const epochs = new RevocationEpochs();
  const [before, other] = [epochs.of('a'), epochs.of('b')];
  epochs.raise('a');
  t.ok(epochs.of('a') > before);
  t.equal(epochs.of('b'), other);
  t.equal(epochs.latest, epochs.of('a'));
});

t.test("a notice for all raises everybody's number", async (t) => {
  const epochs = new RevocationEpochs();
  epochs.raise('a');
  const before = [epochs.of('a'), epochs.of('b')];
  epochs.raiseAll();
  t.ok(epochs.of('a') > Number(before[0]));
  t.ok(epochs.of('b') > Number(before[1]));
});

t.test('beyond the bound everybody rises rather than anybody being forgotten', async (t) => {
  const epochs = new RevocationEpochs(3);
  for (const id of ['a', 'b', 'c']) epochs.raise(id);
  const before = ['a', 'b', 'c', 'd', 'e'].map((id) => epochs.of(id));
  epochs.raise('d');
  const after = ['a', 'b', 'c', 'd', 'e'].map((id) => epochs.of(id));
  t.ok(after.every((epoch, index) => epoch > Number(before[index])));
});
