import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import type { CheckItem } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CsvProblem, itemsFromCsv, itemsToCsv } from './items-csv.ts'

const saveFile = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

interface ItemsFileProps {
  items: readonly CheckItem[]
  /** Replaces the questions in the form. They are checked and saved as if they had been typed. */
  onRead: (items: CheckItem[]) => void
}

/** Imports and exports the questions as a file, for another installation, another project type, or a spreadsheet. */
export const ItemsFile = ({ items, onRead }: ItemsFileProps) => {
  const { t } = useTranslation('order-checklist')
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [read, setRead] = useState<number>()
  const take = async (file: File | undefined) => {
    setProblem(undefined)
    setRead(undefined)
    if (!file) return
    try {
      const found = itemsFromCsv(await file.text())
      onRead(found)
      setRead(found.length)
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error
      setProblem(t(($) => $.file[error.reason], { row: error.row }))
    }
  }
  return (
    <>
      <span className="ew-check-file">
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
          {t(($) => $.file.read)}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          disabled={items.length === 0}
          onClick={() => saveFile(itemsToCsv(items), 'checklist.csv')}
        >
          {t(($) => $.file.save)}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,text/csv"
          aria-label={t(($) => $.file.read)}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file can be chosen again once it is corrected.
            target.value = ''
          }}
        />
      </span>
      {problem !== undefined && <Alert className="ew-form-alert" type="error" showIcon title={problem} />}
      {read !== undefined && (
        <Alert className="ew-form-alert" type="success" showIcon title={t(($) => $.file.done, { count: read })} />
      )}
    </>
  )
}
