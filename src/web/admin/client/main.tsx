import './styles/admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { InterfaceError, OfflineError, onUnauthorized } from './interface/client.ts';
import { sessionQuery } from './interface/session.ts';
import { makeRouter } from './router.tsx';
import { keepFocus } from './shell/keep-focus.ts';
import { Language } from './shell/language.tsx';
import { renewStaleDocument } from './shell/stale-document.ts';
import { chosenTheme, showTheme } from './shell/theme.ts';

/** Refusals stay what they are however often one asks; only what didn't answer may answer the next time. */
const mayAnswer = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof InterfaceError && error.status >= 502);

const queries = new QueryClient({
  defaultOptions: {
    // What is asked for by a press fails at once without a network, and says so; it would else wait for one without a word.
    mutations: { networkMode: 'always' },
    queries: { retry: (failures, error) => failures < 2 && mayAnswer(error), staleTime: 10_000 },
  },
});
onUnauthorized(() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }));
const router = makeRouter(queries);
renewStaleDocument(router);
keepFocus(router);
showTheme(chosenTheme());
const place = document.getElementById('app');
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Language>
          <RouterProvider router={router} />
        </Language>
      </QueryClientProvider>
    </StrictMode>,
  );
