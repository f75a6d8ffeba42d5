#!/usr/bin/perl
# Reads metrics on standard input and dies unless they are Prometheus' text format,
# version 0.0.4, as node_exporter takes it from a file: each line a HELP, a TYPE or a
# sample; the lines of a metric together, HELP and TYPE first and once; no sample
# twice; a line end at the end.
use strict;
use warnings;
local $/;
my $text = <STDIN>;
die "no metrics\n"                      if $text eq '';
die "the last line has no end\n"        if $text !~ /\n\z/;
die "a carriage return\n"               if $text =~ /\r/;
my ($name, $value) = (qr/[a-zA-Z_:][a-zA-Z0-9_:]*/, qr/[-+]?(?:[0-9]+(?:\.[0-9]+)?|Inf|NaN)/);
my $label = qr/[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"/;
my (%help, %type, %seen, $now);
for (split /\n/, $text) {
    my $metric;
    if (/^# HELP ($name) (?:[^\\]|\\[\\n])+$/) {
        $metric = $1;
        die "HELP of $1 twice\n" if $help{$1}++;
    } elsif (/^# TYPE ($name) (?:counter|gauge|histogram|summary|untyped)$/) {
        $metric = $1;
        die "TYPE of $1 twice\n" if $type{$1}++;
        die "TYPE of $1 before its HELP\n" if !$help{$1};
    } elsif (/^(($name)(?:\{$label(?:,$label)*\})?) $value$/) {
        $metric = $2;
        die "$1 twice\n"       if $seen{$1}++;
        die "$2 has no TYPE\n" if !$type{$2};
    } else {
        die "this is no line of the format: $_\n";
    }
    die "the lines of $metric are not together\n"
        if (!defined $now || $now ne $metric) && $seen{"\n$metric"}++;
    $now = $metric;
}
