/** Texts of imports: the columns' explanations in a template, and why a file cannot be read. */
export const imports = {
  required: '必填',
  optional: '选填',
  /** Heads the column of reasons in the file of failed rows; such a column is ignored when the file is imported again. */
  reason: '失败原因',
  password: '一次性密码',
  row: '行号',
  file: { template: '导入模板', failed: '导入失败的行', passwords: '一次性密码' },
  hints: {
    choices: '可选值：{{choices}}',
    several: '多个值用逗号分隔',
    day: '格式 2026-11-20',
    instant: '格式 2026-11-20 08:30',
    phone: '可带区号，6 到 18 位数字',
    email: '如 desk@example.com',
    company: '公司名称或组织编码；不填则为本公司',
    customer: '客户名称；仅客户账号填写',
    roles: '角色名称，多个用逗号分隔',
    area: '名称或区划代码',
  },
  unreadable: {
    notUploaded: '请先以导入用途上传文件',
    empty: '文件为空',
    format: '既不是 xlsx 工作簿，也不是 csv 文本',
    oldWorkbook: '旧版 xls 或加密的工作簿；请另存为不加密的 xlsx',
    encoding: 'csv 文本须为 UTF-8 或 GB18030 编码',
    broken: '工作簿已损坏',
    unpacked: '解压后超过 {{limit}} MB',
    columns: '超过 {{limit}} 列',
    rows: '超过 {{limit}} 行',
    rowChars: '第 {{row}} 行超过 {{limit}} 个字符',
    quote: '第 {{row}} 行的引号没有结束',
    noHeader: '第一行须为模板中的列名；缺少：{{columns}}',
    unknownColumns: '有模板中没有的列：{{columns}}',
    doubleColumns: '列重复：{{columns}}',
    noRows: '列名之下没有数据',
  },
  /** Why one cell was refused. */
  cells: {
    digitsLost: '数字过长，已丢失位数；请将单元格设为文本后重新填写',
    notFound: '找不到“{{value}}”',
    ambiguous: '“{{value}}”不止一个',
    twice: '{{value}} 在第 {{row}} 行已出现',
    beyond: '这一行的单元格比列名多；内容中有逗号时请加英文双引号',
    refused: '这一行有无法保存的值；请检查日期、数字和特殊字符',
  },
  stopped: {
    account: '账号已不能执行导入',
    internal: '服务器内部错误；已完成的行保留，其余未导入',
  },
}
export type Imports = typeof imports
