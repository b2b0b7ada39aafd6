import t from 'tap';
import { PrometheusMetrics } from '../index.ts';

t.test('counters, gauges and histograms appear in the text', async (t) => {
  const metrics = new PrometheusMetrics();
  metrics.counter('requests_total', 'Requests', ['route']).increment({ route: 'sites.list' }, 2);
  metrics.gauge('sockets_open', 'Open sockets').set(3);
  metrics.histogram('request_seconds', 'Duration', ['route']).observe(0.02, { route: 'a' });
  const text = await metrics.text();
  t.match(text, 'requests_total{route="sites.list"} 2');
  t.match(text, 'sockets_open 3');
  t.match(text, 'request_seconds_count{route="a"} 1');
  t.match(text, 'process_resident_memory_bytes');
  t.match(metrics.contentType, 'text/plain');
});

t.test('two platforms share nothing', async (t) => {
  const one = new PrometheusMetrics();
  const two = new PrometheusMetrics();
  one.counter('a_total', 'A').increment();
  t.notMatch(await two.text(), 'a_total');
});

t.test('the same metric is given again; another shape of it is refused', async (t) => {
  const metrics = new PrometheusMetrics();
  t.equal(metrics.counter('a_total', 'A', ['x']), metrics.counter('a_total', 'A', ['x']));
  t.throws(() => metrics.counter('a_total', 'A', ['y']), /already a counter/);
  t.throws(() => metrics.gauge('a_total', 'A', ['x']), /already a counter/);
});

t.test('label combinations are bounded; the rest is counted as other', async (t) => {
  const metrics = new PrometheusMetrics();
  const counter = metrics.counter('a_total', 'A', ['who']);
  for (let index = 0; index < 1_500; index++) counter.increment({ who: `w${index}` });
  t.match(await metrics.text(), 'a_total{who="other"} 500');
});
