import type { Endpoint, InputOf } from '@emberwatch/contract'
import { useBlocker } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/hooks.ts'
import { confirm } from '../../../kit/confirm.ts'
import { FormFieldItem, resolveField, type FormField } from '../../../kit/form/form-field.tsx'
import { inputOf } from '../../../kit/form/rules.ts'
import { roomForTwoColumns, useNarrow } from '../../../kit/use-narrow.ts'
import { toast } from '../../../toast.ts'
import { useCan } from '../../../session/me.tsx'
import '../../../kit/form/form.css'

interface ConfigFormProps<E extends Endpoint> {
  endpoint: E
  title: string
  saved: string
  fields: readonly FormField<E>[]
  initial: Partial<InputOf<E>>
  /** Sent along without a field. */
  hidden: Partial<InputOf<E>>
  onValues?: (values: Partial<InputOf<E>>) => void
  /** Starts again from the stored values. */
  onReset: () => void
  /** Two columns, if the window has room for them. */
  isWide?: boolean
  /** Above the fields. */
  children?: ReactNode
}

type Values = Record<string, unknown>

/** One of the forms about one's own company, as a section of its page. */
export const ConfigForm = <E extends Endpoint>(props: ConfigFormProps<E>) => {
  const { endpoint, title, saved, initial, hidden, onValues, onReset, isWide = false, children } = props
  const { t } = useTranslation('company')
  const kit = useTranslation('kit').t
  const mayEdit = useCan()('companyConfig:update')
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  const write = useWrite(endpoint)
  const isTight = useNarrow(roomForTwoColumns)
  const fields = props.fields.map(resolveField<E>)

  useBlocker({
    shouldBlockFn: async () =>
      dirty &&
      !(await confirm({
        title: kit(($) => $.form.discardTitle),
        content: kit(($) => $.form.discardText),
        ok: kit(($) => $.form.discard),
        cancel: kit(($) => $.form.keep),
        danger: true,
      })),
    enableBeforeUnload: () => dirty,
  })
  const save = async (entered: Values) => {
    const sent = fields.filter((field) => field.sent).map(({ name }) => name)
    try {
      await write.mutateAsync({ ...inputOf(entered, sent), ...hidden } as InputOf<E>)
      setDirty(false)
      toast.success(saved)
    } catch (error) {
      if (error instanceof ApiError) form.setFields(error.fields.map(({ field, msg }) => ({ name: field, errors: [msg] })))
    }
  }

  return (
    <section className="ew-panel" aria-label={title}>
      <h2>{title}</h2>
      {children}
      <Form<Values>
        className="ew-company-form"
        form={form}
        layout="vertical"
        initialValues={{ ...initial }}
        disabled={!mayEdit}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(_changed, values) => {
          setDirty(true)
          onValues?.(values as Partial<InputOf<E>>)
        }}
        onFinish={(entered) => void save(entered)}
      >
        <div className="ew-form-fields" data-columns={isWide && !isTight ? 2 : 1}>
          {fields.map((field) => (
            <FormFieldItem key={field.name} entry={endpoint} field={field} />
          ))}
        </div>
        {mayEdit && (
          <div className="ew-company-save">
            <Button disabled={!dirty} onClick={onReset}>
              {t(($) => $.edit.reset)}
            </Button>
            <Button type="primary" htmlType="submit" loading={write.isPending} disabled={!dirty}>
              {kit(($) => $.save)}
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}
