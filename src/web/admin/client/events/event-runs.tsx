import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RunPlace, ShownRun } from './run-events.ts';

// The frame comes with the first pages, on which nothing is under way.
const RunList = lazy(() => import('./run-list.tsx'));

const PlaceContext = createContext<RunPlace | undefined>(undefined);

/** Returns the place for what is done with many events; it stays the same. */
export function useRunPlace(): RunPlace {
  const place = use(PlaceContext);
  if (!place) throw new Error('There is no place for runs');
  return place;
}

/** Gives all that stands within a place for what is done with many events, and shows it, whatever screen is looked at. */
export function EventRuns({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownRun[]>([]);
  const isGone = useRef(false);
  const isUnderWay = shown.some(({ kind }) => kind === 'under-way');
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isUnderWay]);
  const place = useMemo<RunPlace>(
    () => ({
      show: (run) =>
        setShown((runs) =>
          runs.some(({ id }) => id === run.id)
            ? runs.map((former) => (former.id === run.id ? run : former))
            : [...runs, run],
        ),
      hide: (id) => setShown((runs) => runs.filter((run) => run.id !== id)),
      isGone: () => isGone.current,
    }),
    [],
  );
  return (
    <PlaceContext value={place}>
      {children}
      {shown.length > 0 && (
        <Suspense>
          <RunList runs={shown} />
        </Suspense>
      )}
    </PlaceContext>
  );
}
