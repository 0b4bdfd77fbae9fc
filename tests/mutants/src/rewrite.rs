//! A file of core with all its mutants in it, each behind a switch.
//!
//! Where the mutant replaces a part of an expression, the expression becomes a choice:
//!
//! ```text
//! (if on(17) { a <= b } else if on(18) { a == b } else { a < b })
//! ```
//! The text of a mutant is the original with that one part replaced, without other
//! switches in it: only one is ever on. Comments mark what belongs to which mutant, so that
//! an error of the compiler tells which of them it means.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::Result;
use crate::mutant::{Kind, Mutant};

/// How core asks whether a mutant is on.
const ON: &str = "crate::switched::on";

/// A file with its mutants, which are numbered as they are switched on; and those of them that have
/// a place in it.
pub(crate) fn rewrite(text: &str, mutants: &[(usize, &Mutant)]) -> Result<(String, Vec<usize>)> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut places = Places::default();
    places.visit_file(&file);
    let mut rewriting = Rewriting {
        text,
        choices: BTreeMap::new(),
        insertions: BTreeMap::new(),
    };
    let mut placed = Vec::new();
    for (id, mutant) in mutants {
        let range = mutant.range(text);
        if range.is_some_and(|range| rewriting.place(*id, mutant, &range, &places).is_some()) {
            placed.push(*id);
        }
    }
    Ok((rewriting.render(0..text.len(), None), placed))
}

/// The mutants that this part of a rewritten file belongs to: the one whose own text it
/// is, or else all of the smallest choice around it.
pub(crate) fn owners(rewritten: &str, part: &Range<usize>) -> Vec<usize> {
    let around = |open: &str, close: &str| {
        let mut smallest: Option<(usize, &str)> = None;
        for (start, _) in rewritten[..part.start.min(rewritten.len())].match_indices(open) {
            let Some((ids, rest)) = rewritten[start + open.len()..].split_once("*/") else {
                continue;
            };
            let Some(length) = rest.find(&format!("/*{ids}{close}")) else {
                continue;
            };
            let end = rewritten.len() - rest.len() + length;
            if end >= part.end && smallest.is_none_or(|(size, _)| end - start < size) {
                smallest = Some((end - start, ids));
            }
        }
        smallest.map(|(_, ids)| ids)
    };
    let ids = around("/*<", ">*/").or_else(|| around("/*[", "]*/"));
    let ids = ids.into_iter().flat_map(|ids| ids.split(','));
    ids.filter_map(|id| id.parse().ok()).collect()
}

/// Where mutants can be.
#[derive(Default)]
struct Places {
    /// Operations, structures and guards.
    expressions: Vec<Range<usize>>,
    bodies: Vec<Range<usize>>,
    /// Bodies for `-> impl …`, which is one type only: the body's or the mutant's.
    opaque: Vec<Range<usize>>,
    arms: Vec<Arm>,
}

struct Arm {
    start: usize,
    pattern_end: usize,
    guard: Option<Range<usize>>,
}

impl Visit<'_> for Places {
    fn visit_expr(&mut self, node: &syn::Expr) {
        match node {
            syn::Expr::Binary(binary) if binds(binary) => {}
            syn::Expr::Binary(_) | syn::Expr::Unary(_) | syn::Expr::Struct(_) => {
                self.expressions.push(range(node.span()));
            }
            _ => {}
        }
        visit::visit_expr(self, node);
    }

    fn visit_arm(&mut self, node: &syn::Arm) {
        let guard = node.guard.as_ref().map(|(_, guard)| range(guard.span()));
        self.expressions.extend(guard.clone());
        self.arms.push(Arm {
            start: range(node.span()).start,
            pattern_end: range(node.pat.span()).end,
            guard,
        });
        visit::visit_arm(self, node);
    }

    fn visit_item_fn(&mut self, node: &syn::ItemFn) {
        self.body(&node.sig, &node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &syn::ImplItemFn) {
        self.body(&node.sig, &node.block);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_trait_item_fn(&mut self, node: &syn::TraitItemFn) {
        if let Some(body) = &node.default {
            self.body(&node.sig, body);
        }
        visit::visit_trait_item_fn(self, node);
    }

    // Neither has room for a choice.
    fn visit_pat(&mut self, _: &syn::Pat) {}
    fn visit_type(&mut self, _: &syn::Type) {}
}

impl Places {
    fn body(&mut self, signature: &syn::Signature, body: &syn::Block) {
        self.bodies.push(range(body.span()));
        if let syn::ReturnType::Type(_, output) = &signature.output
            && matches!(**output, syn::Type::ImplTrait(_))
        {
            self.opaque.push(range(body.span()));
        }
    }
}

/// `let … = … && …`: a choice would hide the names it binds.
fn binds(binary: &syn::ExprBinary) -> bool {
    [&binary.left, &binary.right]
        .into_iter()
        .any(|operand| match &**operand {
            syn::Expr::Let(_) => true,
            syn::Expr::Binary(binary) => binds(binary),
            _ => false,
        })
}

fn range(span: Span) -> Range<usize> {
    span.byte_range()
}

/// What mutants make of one expression.
type Texts = Vec<(usize, String)>;

struct Rewriting<'a> {
    text: &'a str,
    /// By the range of an expression: outer ones before inner ones.
    choices: BTreeMap<(usize, Reverse<usize>), Texts>,
    insertions: BTreeMap<usize, String>,
}

impl Rewriting<'_> {
    /// Nothing where there is no place for it.
    fn place(
        &mut self,
        id: usize,
        mutant: &Mutant,
        at: &Range<usize>,
        places: &Places,
    ) -> Option<()> {
        match mutant.kind {
            Kind::Body => {
                let body = smallest(&places.bodies, at)?;
                if places.opaque.contains(&body) {
                    return None;
                }
                let replacement = &mutant.replacement;
                self.insert(
                    body.start + 1,
                    &format!("/*<{id}*/ if {ON}({id}) {{ return {replacement}; }} /*{id}>*/"),
                );
            }
            Kind::Arm => {
                let arm = places.arms.iter().find(|arm| arm.start == at.start)?;
                match arm.guard.clone() {
                    Some(guard) => {
                        self.insert(guard.start, &format!("/*<{id}*/ !{ON}({id}) && ("));
                        self.insert(guard.end, &format!(") /*{id}>*/"));
                    }
                    None => self.insert(
                        arm.pattern_end,
                        &format!("/*<{id}*/ if !{ON}({id}) /*{id}>*/"),
                    ),
                }
            }
            Kind::Expression => {
                let whole = smallest(&places.expressions, at)?;
                let before = &self.text[whole.start..at.start];
                let after = &self.text[at.end..whole.end];
                let replacement = format!("{before} {} {after}", mutant.replacement);
                let key = (whole.start, Reverse(whole.end));
                self.choices.entry(key).or_default().push((id, replacement));
            }
        }
        Some(())
    }

    fn insert(&mut self, at: usize, text: &str) {
        self.insertions.entry(at).or_default().push_str(text);
    }

    /// This part with every choice and insertion in it, except for one choice around it all.
    fn render(&self, part: Range<usize>, inside: Option<Range<usize>>) -> String {
        let mut rendered = String::new();
        let mut at = part.start;
        let mut insertions = self.insertions.range(part.clone()).peekable();
        let mut choices = self.choices.iter().filter(|((start, end), _)| {
            let choice = *start..end.0;
            part.start <= choice.start && choice.end <= part.end && Some(&choice) != inside.as_ref()
        });
        let mut choice = choices.next();
        loop {
            let next = choice.map_or(part.end, |((start, _), _)| *start);
            // An insertion at the start of a choice around this part was made outside of it.
            while let Some((&place, text)) = insertions.next_if(|(place, _)| **place <= next) {
                if place < at || (inside.is_some() && place == part.start) {
                    continue;
                }
                rendered += &self.text[at..place];
                rendered += text;
                at = place;
            }
            rendered += &self.text[at..next];
            let Some(((start, end), mutants)) = choice else {
                return rendered;
            };
            let whole = *start..end.0;
            rendered += &self.choice(&whole, mutants);
            at = whole.end;
            choice = choices.find(|((start, _), _)| *start >= whole.end);
            while insertions
                .next_if(|(place, _)| **place < whole.end)
                .is_some()
            {}
        }
    }

    fn choice(&self, whole: &Range<usize>, mutants: &[(usize, String)]) -> String {
        let ids: Vec<String> = mutants.iter().map(|(id, _)| id.to_string()).collect();
        let ids = ids.join(",");
        let mut rendered = format!("/*[{ids}*/(");
        for (id, text) in mutants {
            // A line of its own ends a comment that may be in it.
            rendered += &format!("if {ON}({id}) {{ /*<{id}*/ {text} /*{id}>*/\n}} else ");
        }
        let original = self.render(whole.clone(), Some(whole.clone()));
        rendered + &format!("{{ {original}\n}})/*{ids}]*/")
    }
}

fn smallest(ranges: &[Range<usize>], around: &Range<usize>) -> Option<Range<usize>> {
    let fitting = ranges
        .iter()
        .filter(|range| range.start <= around.start && around.end <= range.end);
    fitting.min_by_key(|range| range.len()).cloned()
}

#[cfg(test)]
mod tests {
    use super::{owners, rewrite};
    use crate::mutant::Mutant;

    const TEXT: &str = "fn f(a: u8) -> bool {\n    a < 1 && a > 2\n}\n";

    /// A mutant of the second line of `TEXT`, from one column to another.
    fn mutant(genre: &str, columns: [usize; 2], replacement: &str) -> Mutant {
        let [start, end] = columns.map(|column| format!("{{\"line\":2,\"column\":{column}}}"));
        let list = format!(
            "[{{\"name\":\"it\",\"file\":\"f.rs\",\"genre\":\"{genre}\",\"function\":null,\
             \"replacement\":\"{replacement}\",\"span\":{{\"start\":{start},\"end\":{end}}}}}]"
        );
        Mutant::all(&list).unwrap().remove(0)
    }

    /// Without comments and spaces.
    fn plain(text: &str) -> String {
        let mut plain = String::new();
        for part in text.split("/*") {
            plain += part.split_once("*/").map_or(part, |(_, rest)| rest);
        }
        plain.replace([' ', '\n'], "")
    }

    #[test]
    fn an_expression_becomes_a_choice_and_inner_ones_stay_in_the_original_only() {
        let outer = mutant("BinaryOperator", [11, 13], "||");
        let inner = mutant("BinaryOperator", [7, 8], "<=");
        let (text, placed) = rewrite(TEXT, &[(1, &outer), (2, &inner)]).unwrap();
        assert_eq!(placed, [1, 2]);
        assert_eq!(
            plain(&text),
            "fnf(a:u8)->bool{(ifcrate::switched::on(1){a<1||a>2}else\
             {(ifcrate::switched::on(2){a<=1}else{a<1})&&a>2})}"
        );
    }

    #[test]
    fn a_body_is_left_early() {
        let body = mutant("FnValue", [5, 19], "true");
        let (text, _) = rewrite(TEXT, &[(7, &body)]).unwrap();
        assert_eq!(
            plain(&text),
            "fnf(a:u8)->bool{ifcrate::switched::on(7){returntrue;}a<1&&a>2}"
        );
    }

    #[test]
    fn an_error_belongs_to_the_mutant_it_is_in_or_to_the_choice_around_it() {
        let mutants = ["<=", "=="].map(|operator| mutant("BinaryOperator", [7, 8], operator));
        let numbered: Vec<_> = (3..).zip(&mutants).collect();
        let (text, _) = rewrite(TEXT, &numbered).unwrap();
        let at = |part: &str| {
            let start = text.find(part).unwrap();
            owners(&text, &(start..start + part.len()))
        };
        assert_eq!(at("a  == "), [4]);
        assert_eq!(at("a < 1"), [3, 4]);
        assert!(at("&& a > 2").is_empty());
    }

    #[test]
    fn what_binds_names_has_no_room_for_a_choice() {
        let text = "fn f(a: Option<u8>) -> bool {\n    if let Some(_) = a && true { true } else { false }\n}\n";
        let and = mutant("BinaryOperator", [24, 26], "||");
        let (rewritten, placed) = rewrite(text, &[(1, &and)]).unwrap();
        assert_eq!((rewritten.as_str(), placed.len()), (text, 0));
    }
}
