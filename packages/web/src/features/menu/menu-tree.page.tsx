import { PlusOutlined } from '@ant-design/icons'
import { endpoints, enums, indispensableMenus, narrowMenus, type MenuFilter, type MenuTreeNode } from '@emberwatch/contract'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useWrite } from '../../api/hooks.ts'
import { enumLabel, fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { ActionBar, type Action } from '../../kit/actions.tsx'
import { ExportButton } from '../../kit/list/export-button.tsx'
import { ListEmpty, ListSkeleton, LoadFailed } from '../../kit/list/list-states.tsx'
import { useListState } from '../../kit/list/list-state.ts'
import { SearchForm } from '../../kit/list/search-form.tsx'
import { decode, inputFacts } from '../../kit/schema.ts'
import type { Search } from '../../kit/search-params.ts'
import { toast } from '../../kit/toast.ts'
import { usePageName } from '../../kit/use-page-name.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { linesOf, openable } from './menu-rows.ts'
import { menuReads, nameOf } from './menu-words.ts'
import { MenuTable } from './menu-table.tsx'
import '../../kit/list/list.css'

const MenuForm = lazy(() => import('./menu.form.tsx'))

const { menu } = endpoints

const useMenuActions = (edit: (node: MenuTreeNode) => void) => {
  const { t } = useTranslation('menu')
  const kit = useTranslation('kit').t
  const removed = useRemove()
  const forbid = useWrite(menu.forbidden, { invalidates: menuReads })
  const del = useWrite(menu.del, { invalidates: menuReads, quiet: true })
  const toggle = async ({ id, enabled }: MenuTreeNode, name: string) => {
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disabled, { name }) : t(($) => $.enabled, { name }))
  }
  return (node: MenuTreeNode): Action[] => {
    const { id, code, enabled, seeded } = node
    const name = nameOf(node)
    return [
      { key: 'edit', label: kit(($) => $.edit), op: 'menu:update', onClick: () => edit(node) },
      {
        key: 'forbidden',
        label: enabled ? t(($) => $.disable) : t(($) => $.enable),
        op: 'menu:forbidden',
        off: enabled && indispensableMenus.has(code) ? sharedTexts().reasons.menuNeeded : undefined,
        ...(enabled ? { confirm: t(($) => $.disableConfirm, { name }) } : {}),
        onClick: () => toggle(node, name),
      },
      {
        key: 'del',
        label: kit(($) => $.remove),
        op: 'menu:del',
        danger: true,
        off: seeded ? t(($) => $.seeded) : undefined,
        onClick: () =>
          removed(
            name,
            t(($) => $.deleteHint),
            () => del.mutateAsync({ id }),
          ),
      },
    ]
  }
}

const facts = inputFacts(menu.export)
/** The conditions in the address as the contract takes them. */
const filterOf = (search: Search): MenuFilter =>
  Object.fromEntries(
    ['keyword', 'accountType', 'enabled'].flatMap((name) => (search[name] ? [[name, decode(facts[name], search[name])]] : [])),
  )

/** The whole menu tree: groups, pages and links, and the operations of each page. */
export default function MenuTreePage() {
  const { t } = useTranslation('menu')
  const title = usePageName()
  const { search, change } = useListState(false)
  const query = useCall(menu.tree, {})
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [form, setForm] = useState<MenuTreeNode | 'new'>()
  const actionsOf = useMenuActions(setForm)

  const tree = query.data ?? []
  const filter = filterOf(search)
  const filtered = Object.keys(filter).length > 0
  const shown = filtered ? narrowMenus(tree, filter) : tree
  // Groups stand open and pages closed, until somebody wants it otherwise; what a search has found is in sight.
  const isOpen = (code: string) => toggled.has(code) !== (filtered || tree.some((top) => top.code === code && top.url === '#'))
  const codes = openable(shown)
  const allOpen = codes.every(isOpen)
  const toggle = (code: string) =>
    setToggled((old) => (old.has(code) ? new Set([...old].filter((one) => one !== code)) : new Set([...old, code])))
  const toggleAll = () => codes.filter((code) => isOpen(code) === allOpen).forEach(toggle)

  return (
    <section className="ew-list">
      <h1>{title}</h1>
      <SearchForm
        entry={menu.tree}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          {
            kind: 'select',
            name: 'accountType',
            options: enums.accountType.map((value) => ({ value, label: enumLabel('accountType', value) })),
          },
          { kind: 'select', name: 'enabled', label: fieldLabel('enabled') },
        ]}
        search={search}
        onSearch={(patch) => {
          setToggled(new Set())
          change(patch)
        }}
      />
      <div className="ew-toolbar">
        <ActionBar
          actions={[
            {
              key: 'create',
              label: t(($) => $.create),
              op: 'menu:create',
              primary: true,
              icon: <PlusOutlined />,
              onClick: () => setForm('new'),
            },
          ]}
        />
        <span className="ew-spacer" />
        <ExportButton entry={menu.export} input={filter} />
        <Button type="link" onClick={toggleAll}>
          {allOpen ? t(($) => $.collapseAll) : t(($) => $.expandAll)}
        </Button>
      </div>
      {query.isError && !query.data ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <ListSkeleton rows={10} />
      ) : shown.length === 0 ? (
        <ListEmpty filtered={filtered} />
      ) : (
        <MenuTable label={title} lines={linesOf(shown, isOpen)} isOpen={isOpen} onToggle={toggle} actionsOf={actionsOf} />
      )}
      <Suspense>
        {form && <MenuForm node={form === 'new' ? undefined : form} groups={tree} onClose={() => setForm(undefined)} />}
      </Suspense>
    </section>
  )
}
