import { endpoints, enums, type MenuTreeNode } from '@emberwatch/contract'
import { Alert, Input, Radio, Select, type FormRule } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { inputFacts } from '../../../kit/schema.ts'
import { MenuIcon } from '../../../shell/menu-icon.tsx'
import { menuIconNames } from '../../../shell/menu-icons.tsx'
import { nameOf } from './menu-rows.ts'

const menu = endpoints.menu
const group = '#'

interface MenuFormProps {
  /** Absent: a new one. */
  node: MenuTreeNode | undefined
  groups: readonly MenuTreeNode[]
  onClose: () => void
}

const useNaming = () => {
  const { t } = useTranslation('menu')
  const icons = [
    { value: '', label: t(($) => $.form.iconNone) },
    ...menuIconNames.map((name) => ({
      value: name,
      label: (
        <span>
          <MenuIcon name={name} /> {name}
        </span>
      ),
    })),
  ]
  return [
    'nameZh',
    'nameEn',
    { name: 'sort', label: t(($) => $.columns.sort), hint: t(($) => $.form.sortHint) },
    { name: 'icon', control: <Select options={icons} /> },
  ] as const
}

const matching = (pattern: RegExp, message: string): FormRule[] => [{ pattern, message }]

const useFields = () => {
  const { t } = useTranslation('menu')
  const fits = (field: string) => new RegExp(inputFacts(menu.create)[field]?.pattern ?? '')
  return {
    url: {
      name: 'url',
      label: t(($) => $.form.url),
      hint: t(($) => $.form.urlHint),
      control: <Input placeholder="https://" />,
      rules: matching(
        /^https?:\/\//,
        t(($) => $.form.urlWrong),
      ),
    },
    code: {
      name: 'code',
      label: t(($) => $.form.code),
      hint: t(($) => $.form.codeHint),
      rules: matching(
        fits('code'),
        t(($) => $.form.codeWrong),
      ),
    },
    isMainMenu: { name: 'isMainMenu', label: t(($) => $.form.isMainMenu) },
  } as const
}

/** The group that contains the link. */
const useParentField = (groups: readonly MenuTreeNode[]) => {
  const { t } = useTranslation('menu')
  const parents = groups.filter((node) => node.url === group).map((node) => ({ value: node.id, label: nameOf(node) }))
  return {
    name: 'parentId',
    label: t(($) => $.form.parent),
    hint: t(($) => $.form.parentHint),
    control: <Select allowClear options={parents} placeholder={t(($) => $.form.parentNone)} />,
  } as const
}

const CreateMenu = ({ groups, onClose }: Omit<MenuFormProps, 'node'>) => {
  const { t } = useTranslation('menu')
  const naming = useNaming()
  const { url, code, isMainMenu } = useFields()
  const parent = useParentField(groups)
  const [kind, setKind] = useState<'group' | 'link'>('link')
  const types = enums.accountType.map((value) => ({ value, label: enumLabel('accountType', value) }))
  return (
    <FormDialog
      drawer
      endpoint={menu.create}
      title={t(($) => $.create)}
      initial={{ isMainMenu: true, sort: 100, icon: '', accountTypes: [...enums.accountType] }}
      hidden={kind === 'group' ? { url: group } : {}}
      fields={[
        {
          extra: 'kind',
          label: t(($) => $.form.kind),
          control: (
            <Radio.Group
              defaultValue={kind}
              options={[
                { value: 'link', label: t(($) => $.form.link) },
                { value: 'group', label: t(($) => $.form.group) },
              ]}
              onChange={({ target }) => setKind(target.value === 'group' ? 'group' : 'link')}
            />
          ),
        },
        ...(kind === 'link' ? [url, parent] : []),
        code,
        ...naming,
        isMainMenu,
        { name: 'accountTypes', label: fieldLabel('accountTypes'), control: <Select mode="multiple" options={types} /> },
      ]}
      onClose={onClose}
    />
  )
}

const EditMenu = ({ node, groups, onClose }: MenuFormProps & { node: MenuTreeNode }) => {
  const { t } = useTranslation('menu')
  const naming = useNaming()
  const parent = useParentField(groups)
  const { url, isMainMenu } = useFields()
  const { id, version, nameZh, nameEn, sort, icon, seeded } = node
  const isLink = !seeded && node.url !== group
  const parentId = groups.find(({ code }) => code === node.parentCode)?.id
  return (
    <FormDialog
      endpoint={menu.update}
      title={t(($) => $.edit, { name: nameOf(node) })}
      initial={{
        nameZh,
        nameEn,
        sort,
        icon,
        ...(seeded ? {} : { url: node.url, isMainMenu: node.isMainMenu }),
        ...(isLink && parentId !== undefined ? { parentId } : {}),
      }}
      hidden={{ id, version }}
      fields={[...naming, ...(isLink ? [url, parent] : []), ...(seeded ? [] : [isMainMenu])]}
      onClose={onClose}
    >
      {seeded && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.seededHint)} />}
    </FormDialog>
  )
}

/** Adds a group or a link, or edits an entry. */
export default function MenuForm({ node, groups, onClose }: MenuFormProps) {
  return node ? <EditMenu node={node} groups={groups} onClose={onClose} /> : <CreateMenu groups={groups} onClose={onClose} />
}
