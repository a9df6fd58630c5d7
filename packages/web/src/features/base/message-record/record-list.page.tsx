import { RecordList } from './record-list.tsx'

/** Every message sent, or queued, to people outside. */
export default function RecordListPage() {
  return <RecordList />
}
