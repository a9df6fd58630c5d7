import { Select } from 'antd'
import { useTranslation } from 'react-i18next'

interface SelectFieldProps {
  id: string
  value: string
  options: { readonly value: string; readonly label: string }[]
  onChange: (value: string | undefined) => void
}

/** More choices than this are searched. */
const manyChoices = 20

/** One of some choices, or none. */
export default function SelectField({ id, value, options, onChange }: SelectFieldProps) {
  const { t } = useTranslation('kit')
  return (
    <Select<string>
      id={id}
      allowClear
      placeholder={t(($) => $.search.select)}
      value={value || null}
      options={options}
      {...(options.length > manyChoices ? { showSearch: { optionFilterProp: 'label' } } : {})}
      onChange={onChange}
    />
  )
}
