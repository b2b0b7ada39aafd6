import t from 'tap';
import { figuresOf, jobsIn, measuredIn } from '../../console/platform/metrics/prometheus.ts';

const TEXT = `# HELP http_requests_total Requests answered
# TYPE http_requests_total counter
http_requests_total{route="sites.list",method="GET",status="200"} 10
http_requests_total{route="a \\"b\\" {c}",method="GET",status="503"} 2
http_request_duration_seconds_bucket{le="+Inf",route="sites.list",status="200"} 10
http_request_duration_seconds_sum{route="sites.list",status="200"} 0.5
patchbay_job_seconds_sum{job="relay"} 3
patchbay_job_seconds_count{job="relay"} 6
patchbay_job_seconds_sum{job="seal"} 4
patchbay_job_seconds_count{job="seal"} 2
process_resident_memory_bytes 2.5e8
sockets_open NaN
no line of the format
`;

t.test('lines are read with their labels, and others passed over', async (t) => {
  const all = measuredIn(TEXT);
  t.same(all[1], {
    name: 'http_requests_total',
    labels: { route: 'a "b" {c}', method: 'GET', status: '503' },
    value: 2,
  });
  t.equal(all.length, 9);
});

t.test('figures are sums over labels', async (t) => {
  const figures = figuresOf(measuredIn(TEXT));
  t.match(figures, { requests: 12, faults: 2, request_seconds: 0.5, jobs: 8, memory_megabytes: 250 });
});

t.test('jobs come with their mean, the most time first', async (t) => {
  t.same(jobsIn(measuredIn(TEXT)), [
    { job: 'seal', runs: 2, mean_seconds: 2 },
    { job: 'relay', runs: 6, mean_seconds: 0.5 },
  ]);
});
