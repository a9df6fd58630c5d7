import { endpoints, messageFilesMax, type EnumValue, type MessageTaskDetail } from '@emberwatch/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { FilesField } from '../../people/customer-contract/contract-files.tsx'
import { ContentField } from '../message-template/content-field.tsx'
import { FilterField, ObjectField, ReachCount } from './task-fields.tsx'
import './message-task.css'

const { create, update, detail } = endpoints.messageTask

interface ChoiceProps {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
}

/** Notice templates in use, for the chosen channel and a language. */
const TemplateField = ({ language, ...field }: ChoiceProps & { language: 'zh' | 'en' }) => {
  const channel = Form.useWatch<EnumValue<'pushType'> | undefined>('pushType')
  return <RemoteSelect {...field} endpoint={endpoints.messageTemplate.select} input={{ event: 'notice', language, channel }} />
}

const Content = ({
  language,
  ...field
}: {
  language: 'zh' | 'en'
  id?: string
  value?: string
  onChange?: (value: string) => void
}) => {
  const channel = Form.useWatch<EnumValue<'pushType'> | undefined>('pushType')
  return <ContentField {...field} event="notice" language={language} {...(channel ? { channel } : {})} />
}

/** What the server accepts as an attachment. */
const extensions = ['.pdf', '.docx', '.xlsx', '.png', '.jpg', '.jpeg', '.gif', '.heic', '.txt', '.csv', '.zip', '.mp4', '.mp3']
const taskFiles = {
  purpose: 'messageAttachment',
  accept: extensions,
  most: messageFilesMax,
  types: extensions.map((each) => each.slice(1)).join(' / '),
} as const

const useFields = (known: MessageTaskDetail['files'] = []) => {
  const { t } = useTranslation('message-task')
  const is = (kind: EnumValue<'pushObject'>) => (values: Readonly<Record<string, unknown>>) => values['pushObject'] === kind
  const without = (name: string) => (values: Readonly<Record<string, unknown>>) =>
    values[name] === undefined || values[name] === null
  return [
    'title',
    'type',
    'pushType',
    'pushObject',
    { name: 'companyIds', when: is('company'), control: <ObjectField kind="company" /> },
    { name: 'roleIds', when: is('role'), control: <ObjectField kind="role" /> },
    { name: 'projectIds', when: is('project'), control: <ObjectField kind="project" /> },
    { name: 'accountIds', when: is('account'), control: <ObjectField kind="account" /> },
    { name: 'filter', hint: t(($) => $.filterHint), when: is('filter'), control: <FilterField /> },
    { extra: 'reach', label: t(($) => $.reachLabel), control: <ReachCount /> },
    { name: 'templateZhId', hint: t(($) => $.templateHint), control: <TemplateField language="zh" />, half: true },
    { name: 'contentZh', hint: t(($) => $.textHint), when: without('templateZhId'), control: <Content language="zh" /> },
    { name: 'titleEn', section: 'english' },
    { name: 'templateEnId', control: <TemplateField language="en" />, half: true },
    { name: 'contentEn', when: without('templateEnId'), control: <Content language="en" /> },
    { name: 'files', hint: t(($) => $.filesHint), control: <FilesField known={known} rule={taskFiles} /> },
    { name: 'scheduleAt', hint: t(($) => $.scheduleHint) },
  ] as const
}

const initialOf = (row: MessageTaskDetail) => {
  const { pushObject, objectIds, filter } = row
  return {
    title: row.title,
    type: row.type,
    pushType: row.pushType,
    pushObject,
    ...(pushObject === 'all' || pushObject === 'filter' ? {} : { [`${pushObject}Ids`]: objectIds }),
    ...withoutNulls({
      filter,
      titleEn: row.titleEn,
      contentZh: row.contentZh,
      contentEn: row.contentEn,
      templateZhId: row.templateZhId,
      templateEnId: row.templateEnId,
    }),
  }
}

const Edit = ({ row, onClose }: { row: MessageTaskDetail; onClose: () => void }) => {
  const { t } = useTranslation('message-task')
  const fields = useFields(row.files)
  const { id, version, scheduleAt, files } = row
  return (
    <FormDialog
      drawer
      width={720}
      endpoint={update}
      title={t(($) => $.edit)}
      fields={fields}
      initial={{ ...initialOf(row), files: files.map((file) => file.id), ...withoutNulls({ scheduleAt }) }}
      hidden={{ id, version }}
      onClose={onClose}
    />
  )
}

const New = ({ like, begun, onClose }: Pick<TaskFormProps, 'begun' | 'onClose'> & { like?: MessageTaskDetail }) => {
  const { t } = useTranslation('message-task')
  const fields = useFields()
  return (
    <FormDialog
      drawer
      width={720}
      endpoint={create}
      title={like ? t(($) => $.copyOf, { name: like.title }) : t(($) => $.create)}
      fields={fields}
      initial={like ? initialOf(like) : { type: 'notice', pushType: 'inSite', pushObject: begun ? 'project' : 'all', ...begun }}
      onClose={onClose}
    />
  )
}

interface TaskFormProps {
  /** The task to edit. */
  row?: { id: number } | undefined
  /** The task that a new one is copied from. */
  like?: { id: number } | undefined
  /** What a new one begins with: the projects whose people it is for, and its title. */
  begun?: { readonly projectIds: number[]; readonly title: string }
  onClose: () => void
}

/** Creates, copies or edits a task. */
export default function TaskForm({ row, like, begun, onClose }: TaskFormProps) {
  const of = row ?? like
  const { data, isFetching } = useCall(detail, { id: of?.id ?? 0 }, { enabled: of !== undefined })
  if (of === undefined) return <New {...(begun ? { begun } : {})} onClose={onClose} />
  // Read again, because the row in the list may be stale.
  if (!data || (isFetching && row)) return null
  return row ? <Edit key={data.version} row={data} onClose={onClose} /> : <New like={data} onClose={onClose} />
}
