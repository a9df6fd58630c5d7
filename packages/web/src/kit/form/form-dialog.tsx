import type { Endpoint, InputOf, OutputOf } from '@emberwatch/contract'
import { useBlocker } from '@tanstack/react-router'
import { Drawer, Form, Modal, Button } from 'antd'
import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/hooks.ts'
import { confirm } from '../confirm.ts'
import { useIsInForm, useReportCreated } from '../creators.ts'
import { toast } from '../../toast.ts'
import { resolveField, type FormField } from './form-field.tsx'
import { partsOf } from './form-parts.ts'
import { FormSections } from './form-sections.tsx'
import { refusedField, RefusedParts, refusedParts } from './refused-field.ts'
import { roomForTwoColumns, useNarrow } from '../use-narrow.ts'
import { inputOf } from './rules.ts'
import './form.css'

export interface FormDialogProps<E extends Endpoint> {
  endpoint: E
  title: string
  fields: readonly FormField<E>[]
  /** Initial values. */
  initial?: Partial<InputOf<E>>
  /** Sent along without a field: the row's id and version. */
  hidden?: Partial<InputOf<E>>
  onClose: () => void
  onSaved?: (output: OutputOf<E>, input: InputOf<E>) => void
  /** The server refused; its message has been shown. */
  onRefused?: (error: ApiError) => void
  /** Confirmation before sending, for actions with consequences. If declined, the form stays open. */
  maySend?: (input: InputOf<E>) => Promise<boolean>
  /** Label of the button, and of the notice afterwards. */
  ok?: string
  saved?: string | null
  danger?: boolean
  /** A drawer, for long forms. */
  drawer?: true
  width?: number
  /** Above the fields. */
  children?: ReactNode
  /** Cannot be left without saving. `escape` is the only other way out. */
  forced?: { escape: ReactNode }
}

type Values = Record<string, unknown>

/** A form of this many fields has two columns, if the window has room for them. */
const manyFields = 8
const twoColumns = 920

/** A form for one write of the contract: fields as data, rules from its input, server errors shown at the fields. */
export const FormDialog = <E extends Endpoint>(props: FormDialogProps<E>) => {
  const { endpoint, title, initial, hidden, onClose, onSaved, danger = false, drawer, width = 560, children, forced } = props
  const { t } = useTranslation('kit')
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  const [refusedInside, setRefusedInside] = useState<readonly string[]>([])
  const leaving = useRef(false)
  const write = useWrite(endpoint)
  const reportCreated = useReportCreated()
  // Two forms on one page may have fields of the same name.
  const isInForm = useIsInForm()
  const id = useId()
  const fields = props.fields.map(resolveField<E>)
  const parts = partsOf(fields)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  /** Opens the sections of these fields at once, so that the first of them can be scrolled to. */
  const reveal = (names: readonly unknown[]) => {
    const theirs = parts.filter((part) => part.fields.some(({ name }) => names.includes(name)))
    flushSync(() => setOpened((now) => new Set([...now, ...theirs.flatMap(({ folded }) => folded ?? [])])))
  }
  const onOpen = (section: string, open: boolean) =>
    setOpened((now) => new Set(open ? [...now, section] : [...now].filter((each) => each !== section)))
  const ok = props.ok ?? t(($) => $.save)
  const isTight = useNarrow(roomForTwoColumns)
  const columns = drawer && fields.length >= manyFields && !isTight ? 2 : 1

  const mayDiscard = () =>
    confirm({
      title: t(($) => $.form.discardTitle),
      content: t(($) => $.form.discardText),
      ok: t(($) => $.form.discard),
      cancel: t(($) => $.form.keep),
      danger: true,
    })
  useBlocker({
    shouldBlockFn: async () => dirty && !leaving.current && !(await mayDiscard()),
    enableBeforeUnload: () => dirty && !leaving.current,
  })
  const close = async () => {
    if (write.isPending || (dirty && !(await mayDiscard()))) return
    // A form that is part of the address is closed by navigating, which must not ask again.
    leaving.current = true
    onClose()
  }

  const submit = async (values: Values) => {
    if (write.isPending) return
    setRefusedInside([])
    const shown = fields.filter(({ when }) => !when || when(values))
    const sent = shown.filter((field) => field.sent).map(({ name }) => name)
    try {
      const input = { ...inputOf(values, sent), ...hidden } as InputOf<E>
      if (props.maySend && !(await props.maySend(input))) return
      const output = await write.mutateAsync(input)
      leaving.current = true
      setDirty(false)
      if (props.saved !== null) toast.success(props.saved ?? t(($) => $.form.saved))
      onSaved?.(output, input)
      reportCreated(endpoint, output)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) return
      props.onRefused?.(error)
      const names = shown.map(({ name }) => name)
      const refused = error.fields.flatMap(({ field, msg }) => {
        const name = refusedField(endpoint, names, field)
        return name === undefined ? [] : [{ name, errors: [msg] }]
      })
      setRefusedInside(error.fields.flatMap(({ field }) => refusedParts(names, field)))
      form.setFields(refused)
      reveal(refused.map(({ name }) => name))
      const [worst] = refused
      if (worst) form.scrollToField(worst.name, { focus: true })
    }
  }

  const body = (
    <Form<Values>
      {...(isInForm ? { name: id } : {})}
      form={form}
      layout="vertical"
      initialValues={{ ...initial }}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => void submit(values)}
      onFinishFailed={({ errorFields }) => reveal(errorFields.map(({ name }) => name[0]))}
    >
      {children}
      <RefusedParts value={refusedInside}>
        <FormSections entry={endpoint} parts={parts} columns={columns} opened={opened} onOpen={onOpen} />
      </RefusedParts>
      {/* Enter in a field saves. The visible button is outside the form element. */}
      <button type="submit" hidden />
    </Form>
  )
  const buttons = (
    <div className="ew-form-buttons">
      {forced ? forced.escape : <Button onClick={() => void close()}>{t(($) => $.cancel)}</Button>}
      <Button type="primary" danger={danger} loading={write.isPending} onClick={() => form.submit()}>
        {ok}
      </Button>
    </div>
  )
  const first = fields.find(({ readOnly }) => !readOnly)
  const afterOpenChange = (open: boolean) => {
    // A fast user may already have focused another field.
    if (open && first && (isInForm || !document.activeElement?.closest('form'))) form.focusField(first.name)
  }
  const shared = {
    afterOpenChange,
    open: true,
    title,
    footer: buttons,
    closable: !forced,
    keyboard: !forced,
    mask: { closable: false },
  }
  return drawer ? (
    <Drawer {...shared} size={columns === 2 ? Math.max(width, twoColumns) : width} onClose={() => void close()}>
      {body}
    </Drawer>
  ) : (
    <Modal {...shared} width={width} centered onCancel={() => void close()}>
      {body}
    </Modal>
  )
}
