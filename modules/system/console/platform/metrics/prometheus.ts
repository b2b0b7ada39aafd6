/** One line of the text that scrapers read. */
export interface Measured {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));

/** Figures of the Prometheus text format; comments and lines that do not fit are passed over. */
export const measuredIn = (text: string): readonly Measured[] =>
  text.split('\n').flatMap((line): Measured[] => {
    const [, name, labels = '', number] = LINE.exec(line) ?? [];
    const value = Number(number);
    if (name === undefined || Number.isNaN(value)) return [];
    return [
      {
        name,
        value,
        labels: Object.fromEntries(
          [...labels.matchAll(LABEL)].map(([, key = '', content = '']) => [key, unescaped(content)]),
        ),
      },
    ];
  });

type Wanted = (labels: Measured['labels']) => boolean;

const sumOf = (all: readonly Measured[], name: string, isWanted: Wanted = () => true): number =>
  all.reduce((sum, each) => sum + (each.name === name && isWanted(each.labels) ? each.value : 0), 0);

const isFault: Wanted = ({ status }) => Number(status) >= 500;

/** Counters and levels that are plotted, by their names there. */
export function figuresOf(all: readonly Measured[]): Readonly<Record<string, number>> {
  return {
    requests: sumOf(all, 'http_requests_total'),
    faults: sumOf(all, 'http_requests_total', isFault),
    request_seconds: sumOf(all, 'http_request_duration_seconds_sum'),
    jobs: sumOf(all, 'patchbay_job_seconds_count'),
    memory_megabytes: sumOf(all, 'process_resident_memory_bytes') / 1e6,
    cpu_seconds: sumOf(all, 'process_cpu_seconds'),
    dropped_frames: sumOf(all, 'socket_frames_dropped_total'),
  };
}

/** A kind of background work since the process began. */
export interface JobFigures {
  readonly job: string;
  readonly runs: number;
  readonly mean_seconds: number;
}

/** Background work by kind, the most time first. */
export const jobsIn = (all: readonly Measured[]): readonly JobFigures[] =>
  [...new Set(all.flatMap(({ name, labels: { job } }) => (isJob(name) && job !== undefined ? [job] : [])))]
    .map((job) => {
      const isOf: Wanted = (labels) => labels['job'] === job;
      const runs = sumOf(all, 'patchbay_job_seconds_count', isOf);
      const seconds = sumOf(all, 'patchbay_job_seconds_sum', isOf);
      return { job, runs, mean_seconds: runs === 0 ? 0 : seconds / runs };
    })
    .toSorted((one, other) => other.runs * other.mean_seconds - one.runs * one.mean_seconds);

const isJob = (name: string): boolean => name === 'patchbay_job_seconds_count';
