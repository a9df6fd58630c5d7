import { RecordList } from './record-list.tsx'

/** Everything that was sent, or is to be sent, to people outside. */
export default function RecordListPage() {
  return <RecordList />
}
