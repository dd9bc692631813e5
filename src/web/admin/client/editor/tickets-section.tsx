import { Button, IconButton } from '../parts/button.tsx';
import { Problem, TextField } from '../parts/field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { goToPart, idOfPart } from './parts-of-editor.ts';
import { useReadCost, useSiteCurrency } from './read-cost.ts';
import type { SectionProps } from './section.ts';
import {
  emptyTicket,
  isWrongTicketField,
  type TicketField,
  type TicketForm,
  ticketFields,
} from './tickets.ts';

/** Keyboards of phones for each field. */
const inputModes = {
  name: 'text',
  price: 'decimal',
  currency: 'text',
  capacity: 'numeric',
} as const satisfies Readonly<Record<Exclude<TicketField, 'url'>, string>>;

/** Costs of the event in words, and offers of tickets, a row each: what they cost, where they are sold, and how many are left. */
export function TicketsSection({ form, onChange, problems }: SectionProps) {
  const { say } = useTexts();
  const { tickets } = form;
  const read = useReadCost(form.cost);
  const currency = useSiteCurrency(tickets.length > 0);
  const helps: Readonly<Partial<Record<TicketField, string>>> = {
    capacity: say('admin.editor.ticket.capacity_help'),
    ...(currency ? { currency: say('admin.editor.ticket.currency_help', { currency }) } : {}),
  };
  const put = (place: number, change: Partial<TicketForm>) =>
    onChange({ tickets: tickets.map((one, at) => (at === place ? { ...one, ...change } : one)) });
  return (
    <section className="es" id={idOfPart('tickets')}>
      <h2>{say('admin.editor.price')}</h2>
      <TextField
        className="tk-cost"
        label={say('admin.editor.cost')}
        help={read ? say('admin.editor.cost_read', { cost: read }) : say('admin.editor.cost_help')}
        value={form.cost}
        onChange={(cost) => onChange({ cost })}
        problem={problems['cost']}
        isLong
      />
      {tickets.map((ticket, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: offers have nothing but their place, and stay in it while one types
        <fieldset className="tk" key={place}>
          <legend className="vh">
            {ticket.name || say('admin.editor.ticket_number', { number: place + 1 })}
          </legend>
          {ticketFields.map((name) => {
            const field = {
              className: `tk-${name}`,
              label: say(`admin.editor.ticket.${name}`),
              value: ticket[name],
              onChange: (value: string) => put(place, { [name]: value }),
              problem: isWrongTicketField(ticket, name) ? say(`admin.editor.wrong_ticket.${name}`) : '',
              help: helps[name],
            };
            return name === 'url' ? (
              <LinkField key={name} {...field} />
            ) : (
              <TextField key={name} {...field} inputMode={inputModes[name]} />
            );
          })}
          <IconButton
            name="x"
            label={say('admin.remove', {
              name: ticket.name || say('admin.editor.ticket_number', { number: place + 1 }),
            })}
            onPress={() => {
              onChange({ tickets: tickets.toSpliced(place, 1) });
              goToPart('tickets', '.tk-add');
            }}
          />
        </fieldset>
      ))}
      {problems['tickets'] && (
        <p className="f-e" role="alert">
          <Problem>{problems['tickets']}</Problem>
        </p>
      )}
      <Button
        look="quiet"
        size="small"
        icon="plus"
        className="tk-add"
        onPress={() => {
          onChange({ tickets: [...tickets, emptyTicket] });
          goToPart('tickets', '.tk:last-of-type input');
        }}
      >
        {say('admin.editor.ticket_add')}
      </Button>
    </section>
  );
}
