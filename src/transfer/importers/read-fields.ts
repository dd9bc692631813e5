import type { Input, Parameters } from '#api/routing/parameter.ts';
import { missingParameters, readParameters } from '#api/server/request-input.ts';
import type { Call } from '#context.ts';
import type { KalendsError, Problem } from '#errors.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';

/** A field that is invalid, and why; `field` is empty if the fault concerns the whole item. */
export interface FieldFault {
  field: string;
  reason: Message;
}

/** The validated fields and the optional ones dropped; or the faults that reject the whole item. */
export type ReadFields<P extends Parameters> =
  | { input: Input<P>; dropped: FieldFault[] }
  | { faults: FieldFault[] };

const faultsOf = (problems: Readonly<Record<string, Problem>>): FieldFault[] =>
  Object.entries(problems).map(([field, { message }]) => ({ field, reason: message }));

/** Validates fields as those of a request are. Drops invalid ones unless they are among the `vital`. */
export async function readFields<P extends Parameters>(
  parameters: P,
  sent: Readonly<Record<string, unknown>>,
  call: Call,
  vital: readonly (keyof P & string)[],
): Promise<ReadFields<P>> {
  const missing = missingParameters(parameters, sent);
  if (missing.length > 0)
    return { faults: missing.map((field) => ({ field, reason: message('import.missing') })) };
  const problems: Record<string, Problem> = {};
  const input = await readParameters(parameters, sent, call, problems);
  const faults = faultsOf(problems);
  const needed: readonly string[] = vital;
  if (faults.some(({ field }) => needed.includes(field)))
    return { faults: faults.filter(({ field }) => needed.includes(field)) };
  // readParameters returns the values that the parameters promise, but its type can't say so.
  return { input: input as Input<P>, dropped: faults };
}

/** Returns the faults for which an action refused an item. */
export function refusalFaults(error: KalendsError): FieldFault[] {
  const { problems } = error.extras.data ?? {};
  if (problems) return faultsOf(problems);
  const { values } = error.extras;
  return [{ field: '', reason: message(`error.${error.code}`, values) }];
}

const reasonFor = ({ field, reason }: FieldFault): Message =>
  field === '' ? reason : message('import.field', { field, reason });

/** Joins faults, at least one, to one message for people. */
export const faultMessage = (faults: readonly FieldFault[]): Message =>
  faults.map(reasonFor).reduceRight((others, first) => message('import.reasons', { first, others }));
