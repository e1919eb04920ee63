// The verdict on a rules submission, in words.
export const SEVERITIES = { violation: "Not permitted", warning: "Warning", note: "Note" };

// "Compliant, 1 warning, 2 notes", "Not compliant: 3 violations".
export function verdictText(findings, isCompliant) {
  const counts = Object.keys(SEVERITIES)
    .map((kind) => [kind, findings.filter(({ severity }) => severity === kind).length])
    .filter(([, count]) => count)
    .map(([kind, count]) => `${count} ${kind}${count > 1 ? "s" : ""}`);
  if (!isCompliant) return `Not compliant: ${counts.join(", ")}`;
  return ["Compliant", ...counts].join(", ");
}
