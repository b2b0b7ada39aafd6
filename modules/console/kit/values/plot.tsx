import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { type Language, useLanguage } from '../text/language.ts';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { fullTime } from './time.tsx';
import 'uplot/dist/uPlot.min.css';

export interface PlotSeries {
  readonly label: string;
  /** One figure a moment; null is a gap. */
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  /** Says what is plotted, for those who cannot see it. */
  readonly label: string;
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly heightPx?: number;
}

const COLOURS = ['--accent', '--good', '--warning', '--bad', '--text-muted'];

const colour = (at: number): string =>
  getComputedStyle(document.documentElement).getPropertyValue(COLOURS[at % COLOURS.length] ?? '--accent') ||
  '#0b62c4';

const TWO_DAYS_SECONDS = 172_800;

/** Moments below the plot: by the clock, and by the day where it spans several. */
function ticksText(ticks: readonly number[], language: Language): string[] {
  const span = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0);
  const format = new Intl.DateTimeFormat(
    language,
    span > TWO_DAYS_SECONDS
      ? { month: 'short', day: 'numeric' }
      : { hour: '2-digit', minute: '2-digit', ...(span < 600 ? { second: '2-digit' } : {}) },
  );
  return ticks.map((seconds) => format.format(new Date(seconds * 1_000)));
}

/** A plot over time; as wide as its place. */
export function Plot({ label, times, series, heightPx = 180 }: PlotProps) {
  const t = useTexts(words);
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const data = JSON.stringify([times, ...series.map(({ values }) => values)]);
  const names = series.map((each) => each.label).join('\n');
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const plot = new uPlot(
      {
        width: element.clientWidth || 300,
        height: heightPx,
        series: [
          {
            label: t.time,
            value: (_, seconds: number | null) =>
              seconds === null ? '–' : fullTime(new Date(seconds * 1_000).toISOString(), language),
          },
          ...names.split('\n').map((name, at) => ({ label: name, stroke: colour(at), width: 2 })),
        ],
        axes: [
          { stroke: colour(4), values: (_, ticks) => ticksText(ticks, language) },
          { stroke: colour(4) },
        ],
      },
      JSON.parse(data) as uPlot.AlignedData,
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [data, names, heightPx, language, t.time]);
  return (
    <figure>
      <div ref={place} role="img" aria-label={label} />
    </figure>
  );
}
