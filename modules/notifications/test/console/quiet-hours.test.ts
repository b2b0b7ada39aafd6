import t from 'tap';
import { includesDay, quietBody, withDay } from '../../console/quiet-hours.ts';

const night = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin' };

t.test('without days every day is one', async (t) => {
  t.equal(includesDay(night, 'sun'), true);
  t.same(withDay(night, 'sun', false).days, ['mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
});

t.test('all seven days are written as none', async (t) => {
  const six = withDay(night, 'wed', false);
  t.same(withDay(six, 'wed', true), night);
});

t.test('days keep the order of the week', async (t) => {
  const none = { ...night, days: [] };
  t.same(withDay(withDay(none, 'sat', true), 'mon', true).days, ['mon', 'sat']);
});

t.test('the platform gets what it takes', async (t) => {
  t.equal(quietBody(null), null);
  t.same(quietBody(night), night);
  t.same(quietBody({ ...night, days: ['mon'] }), { ...night, days: ['mon'] });
});
