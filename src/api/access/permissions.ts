/**
 * This file alone decides who may read, list, create, edit, publish and delete what (reference 7, contract D3, D7,
 * D8, D20-D22). Routes, lists, counts, search, embedded objects and the `Allow` header all ask here.
 */

import type { TokenScope } from './scopes.ts';

/** All roles, from the one that may do most. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
/** A role of a user, by which `can` decides (contract 1). */
export type Role = (typeof roles)[number];

/** The user who makes a request; null is anonymous. */
export type Viewer = {
  readonly id: number;
  readonly role: Role;
  readonly login?: string;
  /** Signed in with a token, not with the password. */
  readonly withToken?: true;
  /** The session in which, signed in with a browser; the password itself didn't come with the request. */
  readonly session?: number;
  /** The scope of the token (contract W7); absent: everything that the role may. */
  readonly scope?: TokenScope;
  /** Whether a write goes no further than own content, since that is the token's scope; reads don't look at it. */
  readonly onlyOwn?: boolean;
} | null;

/** The columns of an event, venue or organizer by which permissions are decided. */
export interface Owned {
  readonly author_id: number;
  readonly status: string;
}

/** All statuses that an event, venue or organizer may have; `trash` is the last step before deletion. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
/** A status of an event, venue or organizer. */
export type Status = (typeof statuses)[number];

/** Statuses of a list for which none was asked: everything but the trash. */
export const untrashed: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

const capabilities = {
  administrator: [
    'create',
    'publish',
    'upload',
    'edit_others',
    'categories',
    'make_terms',
    'tags',
    'users',
    'settings',
    'metrics',
  ],
  editor: ['create', 'publish', 'upload', 'edit_others', 'categories', 'make_terms', 'tags'],
  author: ['create', 'publish', 'upload', 'categories', 'make_terms'],
  contributor: ['create'],
  subscriber: [],
} as const satisfies Record<Role, readonly string[]>;

/**
 * create: make events, venues, organizers, and list what isn't published. publish: make them public. upload: bring
 * files. edit_others: read and write everybody's. categories, tags: write on those routes. make_terms: new terms by
 * name inside an event. users: users and their tokens. settings: those of the site. metrics: what the service counts of itself.
 */
export type Capability = (typeof capabilities)['administrator'][number];

/** Returns all that a role may do, by which screens choose what they show. */
export const capabilitiesOf = (role: Role): readonly Capability[] => capabilities[role];

/** Capabilities for nothing but own content (contract W7). */
const OWN: readonly Capability[] = ['create', 'publish', 'upload'];

/** Returns whether a viewer's role has a capability, whatever the scope of a token; an anonymous one has none. */
function roleCan(viewer: Viewer, capability: Capability): boolean {
  if (!viewer) return false;
  const held: readonly Capability[] = capabilities[viewer.role];
  return held.includes(capability);
}

/** Returns whether a viewer has a capability; an anonymous one has none, and of a write that goes no further than own content what that needs. */
export function can(viewer: Viewer, capability: Capability): boolean {
  return roleCan(viewer, capability) && (viewer?.onlyOwn !== true || OWN.includes(capability));
}

/** Returns whether only the scope of a token keeps a viewer from a capability. */
export const isOutOfScope = (viewer: Viewer, capability: Capability): boolean =>
  roleCan(viewer, capability) && !can(viewer, capability);

/** Returns whether a viewer may invite people to a role, or an invitation of theirs still holds: nobody gives more than they have. */
export function mayInvite(viewer: Viewer, role: Role): boolean {
  return viewer !== null && can(viewer, 'users') && roles.indexOf(role) >= roles.indexOf(viewer.role);
}

const owns = (viewer: Viewer, item: Owned) => viewer !== null && viewer.id === item.author_id;

/** Returns whether an item may be written or trashed: any by editors, own ones by authors, own unpublished ones by contributors. */
export function mayEdit(viewer: Viewer, item: Owned): boolean {
  if (can(viewer, 'edit_others')) return true;
  if (!owns(viewer, item) || !can(viewer, 'create')) return false;
  return can(viewer, 'publish') || (item.status !== 'publish' && item.status !== 'future');
}

/** Returns whether a viewer may import, as whose author: authors themselves alone, editors anybody. */
export function mayImport(viewer: Viewer, author?: number): boolean {
  if (!can(viewer, 'publish') || !can(viewer, 'upload')) return false;
  return author === undefined || author === viewer?.id || can(viewer, 'edit_others');
}

/** Returns whether an import and its report may be seen, ended and undone: any by editors, own ones by those who may import. */
export function mayManageImport(viewer: Viewer, made: { readonly user_id: number | null }): boolean {
  return mayImport(viewer) && (roleCan(viewer, 'edit_others') || made.user_id === viewer?.id);
}

/** Returns whether an uploaded file may be deleted, and is listed: any by editors, own ones by those who may upload. */
export function mayEditMedia(viewer: Viewer, file: { readonly author_id: number }): boolean {
  return can(viewer, 'edit_others') || (can(viewer, 'upload') && viewer?.id === file.author_id);
}

/** Returns whether a file may be read, and be linked by the viewer's items: any by editors, by others own ones and what they are `shown`. */
export function mayReadMedia(viewer: Viewer, file: { readonly author_id: number }, shown: boolean): boolean {
  return shown || roleCan(viewer, 'edit_others') || (viewer !== null && viewer.id === file.author_id);
}

/** Returns whether an item may be read, its password apart. Trashed ones count as readable by owner and editors; events say no to that themselves. */
export function mayRead(viewer: Viewer, item: Owned): boolean {
  return item.status === 'publish' || owns(viewer, item) || roleCan(viewer, 'edit_others');
}

/** The rows of a list or count: these statuses, and of those that aren't published only the owner's (everybody's where null). */
export interface ListScope {
  readonly statuses: readonly Status[];
  readonly owner: number | null;
}

/** Returns which rows a list may hold for its viewer (D7). `asked` are the statuses of the `status` parameter. */
export function listScope(viewer: Viewer, asked?: readonly Status[]): ListScope {
  if (!viewer || !can(viewer, 'create')) return { statuses: ['publish'], owner: null };
  return { statuses: asked ?? untrashed, owner: roleCan(viewer, 'edit_others') ? null : viewer.id };
}

/** Returns whether the `status` parameter of a list may name anything but `publish`. */
export function mayListStatuses(viewer: Viewer): boolean {
  return viewer !== null && can(viewer, 'create');
}

/** Returns whether what a password protects may be read: with the password, or by editing rights when `context=edit` was asked. */
export function mayUnlock(
  viewer: Viewer,
  item: Owned & { readonly password: string },
  given: { password: string | undefined; editing: boolean },
): boolean {
  return (
    item.password === '' ||
    (given.password !== undefined && given.password === item.password) ||
    (given.editing && mayEdit(viewer, item))
  );
}

/** The items of a list that its caller may edit (`mayEdit`): none, all, or their own, published ones only if `public`. */
export type EditScope = 'no' | 'all' | { readonly owner: number; readonly public: boolean };

/** The items of a list that are unlocked (`mayUnlock`): those with this password, and the editable ones. */
export interface UnlockScope {
  readonly password: string | undefined;
  readonly editable: EditScope;
}

/** Returns which items of a list its caller may edit. */
export function editScope(viewer: Viewer): EditScope {
  if (!viewer || !can(viewer, 'create')) return 'no';
  return roleCan(viewer, 'edit_others') ? 'all' : { owner: viewer.id, public: can(viewer, 'publish') };
}

/** Returns which items of a list its caller has unlocked, with a password or by editing rights with `context=edit`. */
export function unlockScope(
  viewer: Viewer,
  given: { password: string | undefined; editing: boolean },
): UnlockScope {
  return { password: given.password, editable: given.editing ? editScope(viewer) : 'no' };
}

/** Returns whether an event may be read in full, its links included, as its own address answers it. */
export function isReadInFull(
  viewer: Viewer,
  item: Owned & { readonly password: string },
  given: { password: string | undefined; editing: boolean },
): boolean {
  if (item.status === 'trash' && !(given.editing && mayEdit(viewer, item))) return false;
  return mayRead(viewer, item) && mayUnlock(viewer, item, given);
}
