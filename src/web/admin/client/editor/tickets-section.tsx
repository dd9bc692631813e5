import { Button, IconButton } from '../parts/button.tsx';
import { Problem, TextField } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { goToPart, idOfPart } from './parts-of-editor.ts';
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
  url: 'url',
} as const satisfies Readonly<Record<TicketField, string>>;

/** Costs of the event in words, and offers of tickets, a row each: what they cost, where they are sold, and how many are left. */
export function TicketsSection({ form, onChange, problems }: SectionProps) {
  const { say } = useTexts();
  const { tickets } = form;
  const put = (place: number, change: Partial<TicketForm>) =>
    onChange({ tickets: tickets.map((one, at) => (at === place ? { ...one, ...change } : one)) });
  return (
    <section className="es" id={idOfPart('tickets')}>
      <h2>{say('admin.editor.price')}</h2>
      <TextField
        className="tk-cost"
        label={say('admin.editor.cost')}
        help={say('admin.editor.cost_help')}
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
          {ticketFields.map((field) => (
            <TextField
              key={field}
              className={`tk-${field}`}
              label={say(`admin.editor.ticket.${field}`)}
              value={ticket[field]}
              onChange={(value) => put(place, { [field]: value })}
              problem={isWrongTicketField(ticket, field) ? say(`admin.editor.wrong_ticket.${field}`) : ''}
              {...(field === 'capacity' ? { help: say('admin.editor.ticket.capacity_help') } : {})}
              inputMode={inputModes[field]}
            />
          ))}
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
