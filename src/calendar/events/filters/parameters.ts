import Type from 'typebox';
import { truthy } from '#api/http/coercion.ts';
import {
  dateText,
  type Input,
  lenient,
  order,
  type Parameter,
  type Parameters,
  parameter,
  refuse,
  withDefault,
} from '#api/routing/parameter.ts';
import { statusFilter } from '#calendar/posts/schema.ts';
import { filterParameters, orderByField } from './registry.ts';
import { defaultEnd, defaultStart } from './window.ts';

/** `strict_dates`: `true 1 on yes` (reference 3.3), everything else false; an empty text is refused. */
const strictDates: Parameter<boolean, false> = parameter<boolean>(Type.Boolean(), (value) => {
  if (value === '' || value === null || typeof value === 'object') return refuse('problem.empty');
  return { value: truthy(value) };
});

/** The order of parameters in the documentation; those that aren't named come last. */
const DOCUMENTED = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'status',
  'geoloc',
].concat(['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'include', 'post_parent', 'ticketed']);

/** Returns parameters with the named ones first, in that order. */
function inOrder<P extends Parameters>(parameters: P, names: readonly string[]): P {
  const first = names.flatMap((name) => {
    const found = parameters[name];
    return found ? [[name, found] as const] : [];
  });
  return { ...Object.fromEntries(first), ...parameters };
}

/** The parameters of a list of events: window, filters and order (spec 4.3, then contract 1). */
export const listParameters = {
  start_date: withDefault(dateText, (call) =>
    defaultStart(call.validity.today(call.services.config.timezone)),
  ),
  end_date: withDefault(dateText, (call) => defaultEnd(call.validity.today(call.services.config.timezone))),
  starts_before: dateText,
  starts_after: dateText,
  ends_before: dateText,
  ends_after: dateText,
  strict_dates: withDefault(strictDates, false),
  ...inOrder({ ...filterParameters, status: statusFilter }, DOCUMENTED),
  orderby: orderByField,
  order: lenient(order),
};

/** The parameters of a list of events as read. */
export type ListInput = Input<typeof listParameters> & {
  per_page: number;
  password?: string | undefined;
  context: string;
};
