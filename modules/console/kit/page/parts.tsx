import { type ComponentType, createContext, lazy, Suspense, useContext } from 'react';
import { useSession } from '../session/session.ts';
import { Loading } from '../surfaces/loading.tsx';
import { useLanguage } from '../text/language.ts';
import type {
  ConsoleContribution,
  ContributionPoint,
  ContributionProps,
  ModulePages,
} from './define-page.ts';

/** Pages and contributions of all modules; the shell provides what the build gathered. */
export const PagesContext = createContext<readonly ModulePages[]>([]);

export interface ShownPart<P extends ContributionPoint> {
  readonly id: string;
  readonly title: string;
  readonly Component: ComponentType<ContributionProps[P]>;
}

const made = new Map<ConsoleContribution, ComponentType<object>>();

/** Each contribution becomes one lazy component for as long as the page lives. */
function componentOf(part: ConsoleContribution): ComponentType<object> {
  const known = made.get(part);
  if (known !== undefined) return known;
  const Lazy = lazy(part.load as () => Promise<{ default: ComponentType<object> }>);
  const Part = (props: object) => (
    <Suspense fallback={<Loading />}>
      <Lazy {...props} />
    </Suspense>
  );
  made.set(part, Part);
  return Part;
}

/** Contributions to a place that the caller may see, in their order. */
export function useParts<P extends ContributionPoint>(point: P): readonly ShownPart<P>[] {
  const session = useSession();
  const modules = useContext(PagesContext);
  const language = useLanguage();
  return modules
    .flatMap(({ id, contributions }) => contributions.map((part) => ({ module_id: id, part })))
    .filter(({ module_id, part }) => part.point === point && session.sees(part, module_id))
    .toSorted((one, other) => one.part.order - other.part.order)
    .map(({ part }) => ({
      id: part.id,
      title: part.title[language],
      Component: componentOf(part) as ComponentType<ContributionProps[P]>,
    }));
}
