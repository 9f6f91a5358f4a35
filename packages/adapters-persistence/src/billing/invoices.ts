import type { billing, ProcessorInvoice } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

const columns = `id, processor_invoice_id "processorInvoiceId", number, status, currency, subtotal, tax, total, amount_paid "amountPaid",
  amount_due "amountDue", period_start "periodStart", period_end "periodEnd", issued_at "issuedAt", due_at "dueAt", paid_at "paidAt",
  hosted_url "hostedUrl", pdf_url "pdfUrl", lines`;

export function invoiceRepository(sql: Sql, workspaceId: string): billing.InvoiceRepository {
  return {
    newest: (limit) =>
      sql<billing.Invoice>(
        `select ${columns} from billing_invoices where workspace_id = $1 order by issued_at desc, id desc limit $2`,
        [workspaceId, limit],
      ),
    open: (subscriptionId) =>
      sql<billing.Invoice>(
        `select ${columns} from billing_invoices where workspace_id = $1 and subscription_id = $2 and status = 'open' order by issued_at, id`,
        [workspaceId, subscriptionId],
      ),
    find: (idOrNumber) =>
      sql.first<billing.Invoice & { subscriptionId: string }>(
        `select ${columns}, subscription_id "subscriptionId" from billing_invoices
         where workspace_id = $1 and (id::text = $2 or number = $2)`,
        [workspaceId, idOrNumber],
      ),
    async put(subscriptionId, invoices, { newId }) {
      for (const invoice of invoices)
        await sql(upsert, valuesOf(workspaceId, subscriptionId, newId(), invoice));
    },
  };
}

const valuesOf = (workspaceId: string, subscriptionId: string, id: string, invoice: ProcessorInvoice) => [
  id,
  workspaceId,
  subscriptionId,
  invoice.processorInvoiceId,
  invoice.number,
  invoice.status,
  invoice.currency,
  invoice.subtotal,
  invoice.tax,
  invoice.total,
  invoice.amountPaid,
  invoice.amountDue,
  invoice.periodStart,
  invoice.periodEnd,
  invoice.issuedAt,
  invoice.dueAt,
  invoice.paidAt,
  invoice.hostedUrl,
  invoice.pdfUrl,
  JSON.stringify(invoice.lines),
];

// A number that we give is the year and the count of the workspace's invoices; the lock on the account keeps it unique.
const upsert = `
  insert into billing_invoices (id, workspace_id, subscription_id, processor_invoice_id, number, status, currency, subtotal, tax, total,
    amount_paid, amount_due, period_start, period_end, issued_at, due_at, paid_at, hosted_url, pdf_url, lines)
  values ($1, $2, $3, $4,
    coalesce($5, to_char($15::timestamptz, 'YYYY') || '-' || lpad(((select count(*) from billing_invoices where workspace_id = $2) + 1)::text, 4, '0')),
    $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
  on conflict (workspace_id, processor_invoice_id) do update set number = coalesce($5, billing_invoices.number), status = $6, subtotal = $8,
    tax = $9, total = $10, amount_paid = $11, amount_due = $12, due_at = $16, paid_at = $17, hosted_url = $18, pdf_url = $19, lines = $20`;
