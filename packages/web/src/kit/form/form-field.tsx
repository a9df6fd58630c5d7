import type { Endpoint, EnumName, InputOf } from '@emberwatch/contract'
import { Form, Input, InputNumber, Select, Switch, type FormRule } from 'antd'
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../i18n/i18n.ts'
import type { kit as texts } from '../../i18n/zh/kit.ts'
import { RemoteSelect } from '../remote-select.tsx'
import { inputFacts, isRequired, labelOf, type Choice, type FieldFacts } from '../schema.ts'
import { rulesOf } from './rules.ts'

const InstantField = lazy(() => import('./instant-field.tsx'))
const DayField = lazy(() => import('./day-field.tsx'))

interface PickerProps {
  of: typeof InstantField | typeof DayField
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
  disabled: boolean
}

/** While a picker is loading, its field is already part of the form, so that saving in the meantime loses no value. */
const Picker = ({ of: Control, ...given }: PickerProps) => (
  <Suspense fallback={<Input disabled {...(given.id === undefined ? {} : { id: given.id })} />}>
    <Control {...given} />
  </Suspense>
)

export type FieldKind = 'text' | 'textarea' | 'number' | 'select' | 'switch' | 'password' | 'instant' | 'day' | 'remote'

interface FieldOptions {
  label?: string
  kind?: FieldKind
  hint?: ReactNode
  /** Choices of a select that is not an enumeration of the contract. */
  options?: readonly Choice[]
  /** Choices from a `select` endpoint (kind remote). Multiple if the contract takes a list. */
  source?: Endpoint
  sourceInput?: object
  readOnly?: boolean
  /** Shown only if this is true. */
  when?: (values: Readonly<Record<string, unknown>>) => boolean
  /** Whether it is required because of other fields. */
  requiredWhen?: (values: Readonly<Record<string, unknown>>) => boolean
  /** What to say if a required field is empty, instead of “required”. */
  empty?: string
  /** Rules beyond the contract's. */
  rules?: readonly FormRule[]
  /** Fields that its rules read: it is checked again when they change. */
  dependencies?: readonly string[]
  /** A custom control. It gets id, value and onChange. */
  control?: ReactElement
  /** The section of a long form that begins with this field. */
  section?: keyof typeof texts.form.sections
  /** That section is closed at first: nothing in it is required. */
  folds?: boolean
  /** In a form of two columns, a custom control takes the whole row unless this is set. */
  half?: true
}

/** A field of a form. A plain name takes everything from the endpoint's input. `extra` fields are not sent. */
export type FormField<E> =
  | (keyof InputOf<E> & string)
  | (FieldOptions & { name: keyof InputOf<E> & string })
  | (FieldOptions & { extra: string; label: string })

/** A field with all properties filled in. */
export interface ResolvedField extends FieldOptions {
  name: string
  sent: boolean
}

export const resolveField = <E extends Endpoint>(field: FormField<E>): ResolvedField => {
  if (typeof field === 'string') return { name: field, sent: true }
  return 'extra' in field ? { ...field, name: field.extra, sent: false } : { ...field, sent: true }
}

const kindOf = (field: ResolvedField, facts: FieldFacts | undefined): FieldKind => {
  if (field.kind) return field.kind
  if (field.source) return 'remote'
  if (field.options || facts?.enumeration || facts?.items?.enumeration) return 'select'
  if (facts?.type === 'boolean') return 'switch'
  if (facts?.type === 'integer' || facts?.type === 'number') return 'number'
  if (facts?.format === 'date-time') return 'instant'
  if (facts?.format === 'date') return 'day'
  return (facts?.maxLength ?? 0) > 120 ? 'textarea' : 'text'
}

const enumChoices = (enumeration: EnumName, facts: FieldFacts): Choice[] =>
  (facts.enum ?? []).map((value) => ({ value, label: enumLabel(enumeration, value) }))

const choicesOf = (facts: FieldFacts | undefined): Choice[] => (facts?.enumeration ? enumChoices(facts.enumeration, facts) : [])

/** The control of a field, without label. antd's Form.Item passes id, value and onChange. */
const controlOf = (
  field: ResolvedField,
  facts: FieldFacts | undefined,
  placeholder: string,
  onOnly: ((value: number) => void) | undefined,
): ReactElement => {
  if (field.control) return field.control
  const disabled = field.readOnly ?? false
  const maxLength = facts?.maxLength === undefined ? {} : { maxLength: facts.maxLength }
  switch (kindOf(field, facts)) {
    case 'textarea':
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} showCount disabled={disabled} {...maxLength} />
    case 'number':
      // No bounds of its own, which would silently change the entered value: the rule of the field reports the error.
      return <InputNumber className="ew-full" precision={0} disabled={disabled} />
    case 'switch':
      return <Switch disabled={disabled} />
    case 'password':
      return <Input.Password autoComplete="new-password" disabled={disabled} {...maxLength} />
    case 'select':
      return (
        <Select
          disabled={disabled}
          placeholder={placeholder}
          {...(facts?.type === 'array' ? { mode: 'multiple' as const } : {})}
          options={[...(field.options ?? choicesOf(facts?.type === 'array' ? facts.items : facts))]}
        />
      )
    case 'remote': {
      const common = { endpoint: field.source ?? missingSource(field.name), input: field.sourceInput ?? {}, disabled, onOnly }
      return facts?.type === 'array' ? <RemoteSelect {...common} multiple /> : <RemoteSelect {...common} />
    }
    case 'instant':
      return <Picker of={InstantField} disabled={disabled} />
    case 'day':
      return <Picker of={DayField} disabled={disabled} />
    default:
      return <Input disabled={disabled} {...maxLength} />
  }
}

const missingSource = (name: string): never => {
  throw new Error(`the remote field ${name} has no source`)
}

export const FormFieldItem = ({ entry, field }: { entry: Endpoint; field: ResolvedField }) => {
  const { t } = useTranslation('kit')
  const facts = field.sent ? inputFacts(entry)[field.name] : undefined
  const form = Form.useFormInstance<Record<string, unknown>>()
  // A required field with a single possible value has it from the beginning, which is no change by the user.
  const onOnly =
    field.sent && isRequired(entry, field.name) && facts?.type !== 'array'
      ? (value: number) => form.setFieldValue(field.name, value)
      : undefined
  const either = facts?.either
  const isNeeded =
    Form.useWatch<Record<string, unknown>>(
      (values) => field.requiredWhen?.(values) === true || (either !== undefined && !values[either]),
      form,
    ) === true
  const kind = kindOf(field, facts)
  const isSwitch = kind === 'switch' && !field.control
  const isRow = field.control ? !field.half : kind === 'textarea'
  const ofCall = field.sent ? rulesOf(entry, field.name, field.empty, isNeeded) : []
  const own = field.rules ?? []
  // Of an object, such as a position, its own rules say more than the range of one number in it.
  const rules = facts?.type === 'object' ? [...own, ...ofCall] : [...ofCall, ...own]
  const item = (
    <Form.Item
      name={field.name}
      label={field.label ?? labelOf(field.name)}
      rules={rules}
      validateFirst
      {...(isRow ? { className: 'ew-form-row' } : {})}
      {...(field.dependencies ? { dependencies: [...field.dependencies] } : {})}
      {...(field.hint === undefined ? {} : { extra: field.hint })}
      {...(isSwitch ? { valuePropName: 'checked' } : {})}
    >
      {controlOf(
        field,
        facts,
        t(($) => $.search.select),
        onOnly,
      )}
    </Form.Item>
  )
  const { section } = field
  const body = (
    <>
      {section !== undefined && <h2 className="ew-form-section">{t(($) => $.form.sections[section])}</h2>}
      <Suspense fallback={null}>{item}</Suspense>
    </>
  )
  const { when } = field
  if (!when) return body
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) => (when(getFieldsValue(true) as Record<string, unknown>) ? body : null)}
    </Form.Item>
  )
}
