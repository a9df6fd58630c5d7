import { about, endpoint } from '../../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { noInput, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../file/standard-calls.ts'
import { menuCreateInput, menuFilter, menuUpdateInput, type MenuTreeNode } from './menu.schema.ts'

export const menuEndpoints = about('menu', {
  tree: endpoint({
    method: 'GET',
    path: 'web/menu/tree',
    access: 'menu:view',
    input: noInput,
    output: Type.Array(Type.Unsafe<MenuTreeNode>({ type: 'object', additionalProperties: true })),
    summary: 'The whole menu tree',
  }),
  ...standardCalls('menu', {
    entity: 'menu',
    words: ['a menu entry', 'menu entries'],
    create: { input: menuCreateInput, summary: 'Add a group or a link', errors: ['duplicate', 'notHere'] },
    update: { input: menuUpdateInput, summary: 'Rename, order, edit, move', errors: ['duplicate', 'notHere'] },
    remove: { summary: 'Delete an entry created by an administrator', errors: ['inUse', 'notHere'] },
    setEnabled: { summary: 'Enable or disable an entry and everything below it, for everybody', errors: ['notHere'] },
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/menu/export',
    access: 'menu:export',
    input: exportInput(menuFilter),
    output: exportStarted,
    summary: 'Export the filtered menu tree',
  }),
})
