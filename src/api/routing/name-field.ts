import { NAME_MAX, nameProblem } from '#api/access/rules.ts';
import { type Parameter, parameter, text } from './parameter.ts';

const plain = text({ max: NAME_MAX });

/** Reads a name by which somebody knows a thing of their own: one line, without blanks around it, which alone are none. */
export const nameField: Parameter<string, false> = parameter<string>(plain.schema, async (value, around) => {
  const reading = await plain.read(value, around);
  if ('problem' in reading) return reading;
  const trimmed = reading.value.trim();
  const problem = trimmed === '' ? { message: { key: 'problem.empty' as const } } : nameProblem(trimmed);
  return problem ? { problem } : { value: trimmed };
});
