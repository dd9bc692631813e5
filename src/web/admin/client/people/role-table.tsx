import { capabilitiesOf } from '#api/access/permissions.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/texts.tsx';
import { roles } from './people-query.ts';

/** Capabilities that tell the roles apart. */
const told = ['create', 'publish', 'edit_others', 'settings'] as const;

/** Table of what each role may. */
export function RoleTable() {
  const { say } = useTexts();
  return (
    <table className="pp-r">
      <thead>
        <tr>
          <th scope="col">{say('admin.people.role')}</th>
          {told.map((capability) => (
            <th key={capability} scope="col">
              {say(`admin.people.may.${capability}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role}>
            <th scope="row">
              {say(`admin.role.${role}`)} <small>{say(`admin.role.${role}.may`)}</small>
            </th>
            {told.map((capability) => (
              <td key={capability}>
                {capabilitiesOf(role).includes(capability) ? (
                  <span className="ok">
                    <Icon name="check" />
                    <span className="vh">{say('admin.yes')}</span>
                  </span>
                ) : (
                  <span className="dim">{say('admin.no')}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
